import { countText } from '../count-text.ts';

/** '1 offer', '1,240 offers'. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : many}`;
}
