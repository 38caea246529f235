/* Starts Swagger UI in the visitor's colour scheme, and mends what its markup lacks for screen readers and keyboards. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const page = document.querySelector('#swagger-ui');

/** Properties that elements lack, by selector. */
const MISSING = [
  ['#servers', { ariaLabel: 'Server' }],
  ['.information-container', { role: 'region', ariaLabel: 'About the API' }],
  ['.scheme-container', { role: 'region', ariaLabel: 'Server and sign-in' }],
  ['h3.opblock-tag, .models > h4', { ariaLevel: '2' }],
  ['.opblock-title', { ariaLevel: '3' }],
  ['.microlight', { tabIndex: 0 }],
];

/** Runs after each change, as Swagger UI draws its parts one after the other, and again when they open. */
function mend() {
  for (const [selector, properties] of MISSING) {
    for (const element of page.querySelectorAll(selector)) Object.assign(element, properties);
  }
  for (const select of page.querySelectorAll('[data-param-name] select')) {
    select.ariaLabel = select.closest('[data-param-name]').dataset.paramName;
  }
  // The button around it opens the same call.
  for (const link of page.querySelectorAll('.opblock-summary-control a[href]')) {
    link.removeAttribute('href');
  }
}
new MutationObserver(mend).observe(page, { childList: true, subtree: true });

SwaggerUIBundle({
  // A hundred calls at once take seconds to draw.
  docExpansion: 'none',
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // The usual theme's red is too pale.
  syntaxHighlight: { theme: 'obsidian' },
  validatorUrl: null,
});
