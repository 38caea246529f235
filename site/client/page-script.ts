/*
 * The whole JavaScript of a static page, under 4 KB: which links the session shows, who is welcomed,
 * logging out, the banner's freshness, and the page's own speed figures.
 */
import { bannerFreshness } from '#domain/time-ago.ts';
import { signOut } from './sign-out.ts';
import { SESSION_EVENT, STORAGE_KEYS } from './storage-keys.ts';
import { reportWebVitals } from './web-vitals.ts';

/** How often the banner's freshness is read anew (spec §9). */
const FRESHNESS_REFRESH_MS = 60_000;

interface StoredUser {
  name?: string;
  email?: string;
}

function storedUser(): StoredUser | null {
  const text = localStorage.getItem(STORAGE_KEYS.user);
  if (!text || !localStorage.getItem(STORAGE_KEYS.token)) return null;
  try {
    return JSON.parse(text) as StoredUser | null;
  } catch (fault) {
    console.error('[session] the stored user cannot be read', fault);
    return null;
  }
}

function showSession() {
  const user = storedUser();
  document.documentElement.dataset['session'] = user ? 'in' : 'out';
  for (const slot of document.querySelectorAll<HTMLElement>('[data-user]')) {
    slot.textContent = (slot.dataset['user'] === 'name' ? user?.name : user?.email) ?? '';
  }
}

function showFreshness() {
  const text = bannerFreshness(new Date().getHours());
  for (const slot of document.querySelectorAll('[data-freshness]')) slot.textContent = text;
}

showSession();
addEventListener('storage', showSession);
addEventListener(SESSION_EVENT, showSession);
for (const button of document.querySelectorAll('[data-logout]')) {
  button.addEventListener('click', () => void signOut());
}
showFreshness();
setInterval(showFreshness, FRESHNESS_REFRESH_MS);
reportWebVitals();
