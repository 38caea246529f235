/** What a check of the doctor found. `text` says what it is, or what to do about it. */
export type Finding = { state: 'ok' | 'warn' | 'fail'; text: string };
