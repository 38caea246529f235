/* Buttons that scan a barcode into a field: what scans loads at the first tap. */
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-scan]') : null;
  const field = document.getElementById(button?.dataset['scan'] ?? '');
  if (field) await (await import('./scan-into.ts')).scanInto(field);
});
