const maxLength = 200;

/** Whether it can be the text of an answer: what customers see of its outcome. No database stores the characters that are refused. */
export function isAnswerText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxLength && /^(?=.*\S)[^\0\p{Cs}]+$/su.test(value);
}
