/** A value as JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** 129900 → '1299.00': prices as machines write them. */
export function decimal(amountCents: number): string {
  return (amountCents / 100).toFixed(2);
}
