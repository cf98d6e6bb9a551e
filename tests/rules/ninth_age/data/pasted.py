"""Lists as players paste them, with all that is crooked in them, and what they say."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pasted:
    """A text, and what is to be read from it: units as models, entry, options and items, and the
    reasons why lines are not understood in full."""

    name: str
    text: str
    army: str
    points: int
    units: tuple[str, ...]
    general: str = ""
    doubts: dict[str, list[str]] = field(default_factory=dict)


PASTED = (
    Pasted(
        "price first, two of a kind, an option of the mount in brackets",
        "Highborn Elves\n"
        "275 - High Prince, General, Griffon (Lightning Reflexes), Great Weapon\n"
        "95 - Mage, Level 2\n"
        "180 - 20 Citizen Spears, Champion, Musician, Standard Bearer\n"
        "2 x 100 - 10 Citizen Archers, Musician\n"
        "75 - Sea Guard Reaper, Repeating Shot\n"
        "825\n",
        "hbe", 825,
        (
            "1 high_prince griffon griffon.lightning_reflexes great_weapon",
            "1 mage level_2",
            "20 citizen_spears champion musician standard_bearer",
            "10 citizen_archers musician",
            "10 citizen_archers musician",
            "1 sea_guard_reaper repeating_shot",
        ),
        "high_prince",
    ),
    Pasted(
        "a forum: short for and, with, each; a race cut short",
        "WAAAGH!!!\nOrcs & Goblins (1.0) 2000pts\n\nLords:\n"
        "Orc Warlord (Common Orc, Heavy Armor, Shield, Great Weapon, Wyvern) [275]\n\nCore:\n"
        "25 Orcs w/ Shield, full command - Common Orc = 175\n"
        "20 Goblins - Common, short bows: 60 pts\n\nSpecial\n"
        "Skewerer x2 @ 45 each\n4 Trolls (Cave Trolls) 198\n",
        "og", 2000,
        (
            "1 orc_warlord common_orc heavy_armour shield great_weapon wyvern",
            "25 orcs shield champion musician standard_bearer common_orc",
            "20 goblins shortbow common_goblin",
            "1 skewerer",
            "1 skewerer",
            "4 trolls cave_trolls",
        ),
        doubts={
            "20 Goblins - Common, short bows: 60 pts": [
                "Not understood: Common", "Not said which; Common Goblin taken.",
            ]
        },
    ),
    Pasted(
        "BattleScribe, with thousands and a choice below",
        "++ Empire of Sonnstahl (Empire of Sonnstahl 1.0) [1,185pts] ++\r\n\r\n+ Lords +\r\n\r\n"
        "Marshal [132pts]: Army General, Shield, Great Weapon, Horse\r\n. Horse: Barding\r\n\r\n"
        "+ Core +\r\n\r\n"
        "Heavy Infantry [110pts]: Champion, 20x Heavy Infantryman, Musician, Spear, "
        "Standard Bearer\r\n\r\nState Militia [40pts]: 10x State Militia\r\n\r\n+ Special +\r\n\r\n"
        "Artillery [100pts]: Cannon\r\n\r\n++ Total: [382pts] ++\r\n\r\n"
        "Created with BattleScribe (https://battlescribe.net)",
        "eos", 1185,
        (
            "1 marshal shield great_weapon horse horse.barding",
            "20 heavy_infantry champion musician spear standard_bearer",
            "10 state_militia",
            "1 artillery cannon",
        ),
        "marshal",
    ),
    Pasted(
        "New Recruit: what a unit has anyway is named too",
        "# ++ Dwarven Holds ++ [595 pts]\n## Lords [175 pts]\nKing [175 pts]\n• General\n• Shield\n"
        "• Holdstone [30 pts]\n• Plate Armour\n## Core [320 pts]\n20x Clan Warriors [200 pts]\n"
        "• Shield\n• Champion\n• Musician\n• Standard Bearer\n10x Clan Marksmen [120 pts]\n"
        "• Crossbow\n• Champion\n## Special [100 pts]\nField Artillery [100 pts]\n• Cannon\n",
        "dh", 595,
        (
            "1 king shield holdstone",
            "20 clan_warriors shield champion musician standard_bearer",
            "10 clan_marksmen champion",
            "1 field_artillery cannon",
        ),
        "king",
    ),
    Pasted(
        "a colon after the name, a mount in the name, one price wrong",
        "Daniel – Vampire Covenant\n"
        "Vampire Count on Skeletal Steed: General, Level 3, Lamia, Light Armour, Shield, Lance"
        " – 385\nNecromancer: Level 2 – 90\n2 x 8 Dire Wolves – 58\n40 Ghouls: Champion – 380\n"
        "21 Zombies: Musician – 68\n",
        "vc", 1034,
        (
            "1 vampire_count skeletal_steed level_3 lamia light_armour shield lance",
            "1 necromancer level_2",
            "8 dire_wolves",
            "8 dire_wolves",
            "40 ghouls champion",
            "21 zombies musician",
        ),
        "vampire_count",
        {"40 Ghouls: Champion – 380": ["The line says 380 points; counted 375."]},
    ),
    Pasted(
        "a price after every piece",
        "Kingdom of Equitaine - 1000\n\n"
        "Duke (85) Lance (15) Barded Warhorse (35) Grail Oath (40) = 175\n"
        "5 Knights of the Realm (110), Champion (10), Musician (10), Standard Bearer (10) = 140\n"
        "20 Peasant Levy, Halberd +20, Musician +10: 90\n",
        "koe", 1000,
        (
            "1 duke lance barded_warhorse grail_oath",
            "5 knights_of_the_realm champion musician standard_bearer",
            "20 peasant_levy halberd musician",
        ),
    ),
    Pasted(
        "Russian with a byte order mark, units called in Russian",
        "\ufeffВойско побережья\r\nВысокородные эльфы — 1500 очков\r\n"
        "• Верховный принц, генерал, двуручное оружие — 145 очков\r\n"
        "• Стена: 20 Городские копейщики, командная группа — 180\r\nИтого: 325\r\n",
        "hbe", 1500,
        (
            "1 high_prince great_weapon",
            "20 citizen_spears champion musician standard_bearer",
        ),
        "high_prince",
    ),
    Pasted(
        "German quotes and a German word for points",
        "„Die Silberküste“\nHighborn Elves, 2000 Punkte\n"
        "– „Die Wache“: 20 Lion Guard, Champion, Musician, Standard Bearer [290]\n"
        "– »Bögen«: 10 Citizen Archers [90]\n",
        "hbe", 2000,
        ("20 lion_guard champion musician standard_bearer", "10 citizen_archers"),
    ),
    Pasted(
        "a table copied from a sheet, its head too",
        "Army\tOrcs and Goblins\nModels\tUnit\tOptions\tPoints\n"
        "30\tGoblins\tCave Goblin, Nets, Mad Git x2\t195\n5\tGoblin Raiders\tForest Goblin\t60\n"
        "1\tGiant\tWard Save (6+)\t145\n",
        "og", 400,
        (
            "30 goblins cave_goblin nets mad_git mad_git",
            "5 goblin_raiders forest_goblin",
            "1 giant ward_save",
        ),
        doubts={"Models\tUnit\tOptions\tPoints": ["Not understood."]},
    ),
    Pasted(
        "blanks everywhere, short forms, brackets with blanks in them",
        "Empire of Sonnstahl\r\n\r\n  Captain ,  BSB ,  Plate Armour ( 95 )\r\n\r\n"
        "\t10 Light Infantry , Handgun , Champion with Long Rifle ( 100 )\r\n",
        "eos", 195,
        (
            "1 captain battle_standard_bearer plate_armour",
            "10 light_infantry handgun champion long_rifle",
        ),
    ),
    Pasted(
        "hyphens for commas, an option one hyphen deeper",
        "Dwarven Holds 1500\n-King -General -Great Weapon -Shield Bearers -195\n"
        "-20 King's Guard -Champion -Musician -Standard Bearer -Banner of Discipline -365\n"
        "--Shield\n",
        "dh", 1500,
        (
            "1 king great_weapon shield_bearers",
            "20 kings_guard champion musician standard_bearer shield banner_of_discipline",
        ),
        "king",
    ),
    Pasted(
        "capitals",
        "VAMPIRE COVENANT 2000 PTS\n"
        "VAMPIRE COURTIER (BATTLE STANDARD BEARER, LEVEL 1, HEAVY ARMOUR) - 150PTS\n"
        "30 SKELETONS (SPEARS, SHIELDS, FCG) - 190PTS\n3 VAMPIRE SPAWN, SKIRMISHERS - 129PTS\n",
        "vc", 2000,
        (
            "1 vampire_courtier battle_standard_bearer level_1 heavy_armour",
            "30 skeletons spear shield champion musician standard_bearer",
            "3 vampire_spawn skirmishers",
        ),
    ),
    Pasted(
        "options with prices of their own on lines below, the army by a short name",
        "Equitaine\n* 1x Paladin @ 123 pts\n   - BSB\n   - Barded Warhorse\n   - Shield [2]\n"
        "   - Questing Oath [15]\n   - Lance [6]\n* 6x Knights of the Quest @ 191 pts\n"
        "   - Full Command\n   - Banner of Speed [25]\n",
        "koe", 314,
        (
            "1 paladin battle_standard_bearer barded_warhorse shield questing_oath lance",
            "6 knights_of_the_quest champion musician standard_bearer banner_of_speed",
        ),
    ),
    Pasted(
        "names before colons, dots to the price, pluses; a line that says nothing",
        "Orcs and Goblins\nDa Boss: Orc Warlord, Iron Orc, Plate Armour, General ... 160\n"
        "Ladz: 30x Common Orc Orcs + shields ... 180\nsee you saturday!\n",
        "og", 160,
        ("1 orc_warlord iron_orc plate_armour",),
        "orc_warlord",
        {
            "Ladz: 30x Common Orc Orcs + shields ... 180": ["Not understood."],
            "see you saturday!": ["Taken for a note: it is no unit."],
        },
    ),
)  # fmt: skip
