"""Where players meet: open tables, waiting rooms, my matches, and the pages about the site."""
