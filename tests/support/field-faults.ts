/* A fault of a form appears at its field, which gets the focus and keeps the input. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Passes a browser's own check, but is no address that mail can be sent to. */
export const NO_DOT = 'robin@example';
export const NO_ADDRESS = 'Please enter a valid email address.';

/** Waits until the field says exactly this, has the focus, and still holds `value`. */
export async function isTold(page: Page, label: string, text: string, value: string) {
  const field = page.getByLabel(label, { exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid'), { message: text }).toBe('true');
  const told = await field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText.trim()),
  );
  expect(told).toContain(text);
  await expect
    .poll(() => field.evaluate((input) => input === document.activeElement), { message: 'focus' })
    .toBe(true);
  expect(await field.inputValue()).toBe(value);
}

/** The browser itself says at the field what is wrong, and the field still holds `value`. */
export async function isStopped(page: Page, label: string, value: string) {
  const field = page.getByLabel(label, { exact: true });
  const [isValid, isFocused] = await field.evaluate((input: HTMLInputElement) => [
    input.validity.valid,
    input === document.activeElement,
  ]);
  expect(isValid, `“${value}” passes`).toBe(false);
  expect(isFocused, 'focus').toBe(true);
  expect(await field.inputValue()).toBe(value);
}
