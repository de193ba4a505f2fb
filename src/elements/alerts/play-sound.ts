import { warnOnce } from '../../common/warn.js';

/** The two tones of the built-in sound, in Hz, and when each begins, in seconds. */
const tones = [
  { frequency: 659.25, start: 0 },
  { frequency: 880, start: 0.13 },
];
const toneSeconds = 0.5;
/** Of 1, which is as loud as the device is set. */
const volume = 0.05;
const silence = 0.0001;

let context: AudioContext | undefined;

async function playTones(signal: AbortSignal): Promise<void> {
  // One for all sounds: browsers allow a page only a few.
  context ??= new AudioContext();
  await context.resume();
  if (signal.aborted) return;
  const { currentTime, destination } = context;
  for (const { frequency, start } of tones) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const begin = currentTime + start;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(silence, begin);
    gain.gain.exponentialRampToValueAtTime(volume, begin + 0.02);
    gain.gain.exponentialRampToValueAtTime(silence, begin + toneSeconds);
    oscillator.connect(gain).connect(destination);
    oscillator.start(begin);
    oscillator.stop(begin + toneSeconds);
  }
}

/**
 * Plays a sound, or nothing if the page has not been used yet, or the sound cannot be played.
 *
 * @param sound the address of a file, or true for a quiet one that needs no file
 * @param signal ends a sound that is still loading
 */
export async function playSound(sound: string | true, signal: AbortSignal): Promise<void> {
  try {
    if (!navigator.userActivation.hasBeenActive) return;
    if (sound === true) {
      await playTones(signal);
      return;
    }
    const audio = new Audio(sound);
    const stop = (): void => audio.pause();
    signal.addEventListener('abort', stop);
    await audio.play().finally(() => signal.removeEventListener('abort', stop));
  } catch (error) {
    // The customer's browser plays no sounds, or this one was ended.
    if (!/^(NotAllowed|Abort)Error/.test(String(error)))
      warnOnce(`The sound ${String(sound)} cannot be played: ${String(error)}`);
  }
}
