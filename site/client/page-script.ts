/*
 * The JavaScript of every static page, under 4 KB: session-dependent links and welcome line, logout, the banner's freshness,
 * deferred scripts, the service worker and web vitals. The build inlines it into every page's head (astro.config.mjs), so that the first paint
 * shows the right links.
 */
import { bannerFreshness } from '#domain/text/time-ago.ts';
import { forgetSession, signOut } from './sign-out.ts';
import { readUser, SESSION_EVENT, STORAGE_KEYS } from './stored-values.ts';
import { reportWebVitals } from './web-vitals.ts';

const FIRST_SIGNS = ['pointerdown', 'keydown', 'focusin'];

/** Refresh interval of the banner's freshness (spec §9). */
const FRESHNESS_REFRESH_MS = 60_000;

function showSession() {
  const token = localStorage.getItem(STORAGE_KEYS.token);
  const json = localStorage.getItem(STORAGE_KEYS.user);
  const user = readUser(json);
  if ((token || json) && !(token && user)) {
    console.error('[session] the stored session is not whole and was removed');
    forgetSession();
  }
  document.documentElement.dataset['session'] = token && user ? 'in' : 'out';
  for (const slot of document.querySelectorAll<HTMLElement>('[data-user]')) {
    slot.textContent = (token && user?.[slot.dataset['user'] === 'name' ? 'name' : 'email']) || '';
  }
}

function showFreshness() {
  const text = bannerFreshness(new Date().getHours());
  for (const slot of document.querySelectorAll('[data-freshness]')) slot.textContent = text;
}

/** Runs the scripts in <template data-later> at the first input or once the page is idle. */
function startLaterScripts() {
  for (const template of document.querySelectorAll<HTMLTemplateElement>(
    'template[data-later=""]',
  )) {
    template.dataset['later'] = 'started';
    template.after(document.importNode(template.content, true));
  }
}

showSession();
addEventListener('storage', showSession);
addEventListener(SESSION_EVENT, showSession);
document.addEventListener('DOMContentLoaded', () => {
  showSession();
  for (const button of document.querySelectorAll('[data-logout]')) {
    button.addEventListener('click', () => void signOut());
  }
  showFreshness();
  setInterval(showFreshness, FRESHNESS_REFRESH_MS);
});
for (const type of FIRST_SIGNS) addEventListener(type, startLaterScripts, { passive: true });
// Safari has no requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? setTimeout;
addEventListener('load', () =>
  whenIdle(() => {
    startLaterScripts();
    // Without it the site works, so a refusal does not matter.
    navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  }),
);
reportWebVitals();
