/** A word or phrase with a capital letter first: 'Red' of 'red'. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
