const FORMAT = new Intl.NumberFormat('en-AU');

/** '1 offer', '1,240 offers'. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${FORMAT.format(count)} ${count === 1 ? noun : many}`;
}
