/** Three short sounds, off until asked for; never the only sign of anything. */
import { prefs } from "#js/ui/prefs.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {number} from Hz @param {number} to Hz @param {number} at s @param {number} length s @param {OscillatorType} type */
function tone(from, to, at, length, type) {
  context ??= new AudioContext();
  const start = context.currentTime + at;
  const [voice, level] = [context.createOscillator(), context.createGain()];
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  level.gain.setValueAtTime(prefs.volume / 500, start);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

const SOUNDS = {
  dice: () => [0, 0.07, 0.13, 0.21].forEach((at, i) => tone(900 - i * 130, 160, at, 0.06, "square")),
  turn: () => {
    tone(392, 392, 0, 0.25, "sine");
    tone(587, 587, 0.18, 0.4, "sine");
  },
  bad: () => tone(190, 110, 0, 0.22, "sawtooth"),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (prefs.sound) SOUNDS[name]();
}
