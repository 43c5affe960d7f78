/** Sounds, made on the spot: no files. Each has a visible twin, so nothing is lost with the sound off. */

import { settings } from './settings.svelte';
import type { Cue } from './timeline';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  const Context = globalThis.AudioContext;
  // Before the first press of a key or a button the browser would refuse.
  if (!Context || navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new Context();
  if (context.state === 'suspended') void context.resume().catch(() => {});
  return context;
}

interface Tone {
  /** Hz at the beginning and the end. */
  from: number;
  to?: number;
  at?: number;
  seconds: number;
  gain?: number;
  shape?: OscillatorType;
}

function tone(audio: AudioContext, { from, to = from, at = 0, seconds, gain = 0.12, shape = 'sine' }: Tone): void {
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/** A short rustle: noise through a band. */
function rustle(audio: AudioContext, at: number, seconds: number, hertz: number, gain: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length);
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = buffer;
  band.type = 'bandpass';
  band.frequency.value = hertz;
  volume.gain.value = gain;
  source.connect(band).connect(volume).connect(audio.destination);
  source.start(audio.currentTime + at);
}

const SOUNDS = {
  dice: (audio: AudioContext) =>
    [0, 0.07, 0.16, 0.29, 0.45].forEach((at, n) => rustle(audio, at, 0.05, 1800 - 150 * n, 0.5 - 0.05 * n)),
  cash: (audio: AudioContext) => {
    tone(audio, { from: 1320, seconds: 0.09, gain: 0.07 });
    tone(audio, { from: 1760, at: 0.07, seconds: 0.16, gain: 0.07 });
  },
  card: (audio: AudioContext) => rustle(audio, 0, 0.22, 3200, 0.35),
  turn: (audio: AudioContext) => {
    tone(audio, { from: 523, seconds: 0.16, gain: 0.08 });
    tone(audio, { from: 784, at: 0.12, seconds: 0.28, gain: 0.08 });
  },
  gavel: (audio: AudioContext) =>
    [0, 0.16].forEach((at) => {
      tone(audio, { from: 190, to: 90, at, seconds: 0.09, gain: 0.3, shape: 'triangle' });
      rustle(audio, at, 0.03, 900, 0.5);
    }),
  step: (audio: AudioContext) => rustle(audio, 0, 0.04, 700, 0.35),
} satisfies Record<string, (audio: AudioContext) => void>;

export type Sound = keyof typeof SOUNDS;

/** Make a sound, if sounds are wanted. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  const ready = audio();
  if (ready) SOUNDS[sound](ready);
}

const OF_CUE: Partial<Record<Cue['kind'], Sound>> = {
  dice: 'dice',
  money: 'cash',
  card: 'card',
  gavel: 'gavel',
  walk: 'step',
  jail: 'step',
  build: 'step',
  won: 'turn',
};

/** The sound of what is seen. */
export function playCue(cue: Cue): void {
  const sound = OF_CUE[cue.kind];
  if (sound) play(sound);
}
