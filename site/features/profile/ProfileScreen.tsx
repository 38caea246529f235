/* /profile (spec §2): header card and its tabs; the tab is remembered in the address. */
import { useState } from 'react';
import { savedTimeAgo } from '#domain/text/time-ago.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { searchPath } from '#site/client/search-view.ts';
import { signOut } from '#site/client/sign-out.ts';
import type { SessionUser } from '#site/client/stored-values.ts';
import { EMAIL_VERIFIED, MEMBER_SINCE } from '#site/content/texts.ts';
import { SignedIn } from '#site/features/account/SignedIn.tsx';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton } from '#site/ui/use-removals.tsx';
import { AlertList } from './AlertList.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { EntryList } from './EntryList.tsx';
import { ProductEntries, SAVED, VIEWS } from './ProductEntries.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { DeleteAccount, DownloadData } from './YourData.tsx';

const TABS = [
  { id: 'profile', name: 'Profile Settings' },
  { id: 'search-history', name: 'Search History' },
  { id: 'view-history', name: 'View History' },
  { id: 'favorites', name: 'Favorites' },
  { id: 'alerts', name: 'Price Alerts' },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** The whole island. */
export function ProfileScreen() {
  return (
    <>
      <SignedIn>{({ user }) => <Screen user={user} />}</SignedIn>
      <DialogHost />
    </>
  );
}

function Screen({ user }: { user: SessionUser }) {
  const [tab, setTab] = useState<Tab>(
    () => TABS.find(({ id }) => `#${id}` === location.hash)?.id ?? 'profile',
  );
  const choose = (next: Tab) => {
    setTab(next);
    history.replaceState(null, '', `#${next}`);
  };
  return (
    <div className="stack loose profile">
      <header className="docket profile-head">
        <div className="profile-who">
          <LetterTile name={user.name} />
          <div>
            <h1 className="form-title">{user.name}</h1>
            <p className="muted">{user.email}</p>
            <div className="row">
              <span className="badge tone-grey">{MEMBER_SINCE}</span>
              <Verified />
            </div>
          </div>
        </div>
        <button type="button" className="button" onClick={() => void signOut()}>
          <Icon name="logout" /> Logout
        </button>
      </header>
      <Tabs<Tab> label="Your account" tabs={TABS} chosen={tab} onChoose={choose}>
        {tab === 'profile' && <Settings user={user} />}
        {tab === 'search-history' && <SearchHistoryList />}
        {tab === 'view-history' && <ProductEntries key={tab} {...VIEWS} />}
        {tab === 'favorites' && <ProductEntries key={tab} {...SAVED} />}
        {tab === 'alerts' && <AlertList />}
      </Tabs>
    </div>
  );
}

/** Whether the address is proven, as the server says; an empty place until it has answered. */
function Verified() {
  const { state } = useCall(() => dataOf((api) => api.auth.me.$get()));
  if (state.status !== 'success')
    return (
      <span className="badge pending" aria-hidden="true">
        Email not verified
      </span>
    );
  return state.data.user?.emailVerified ? (
    <span className="badge tone-green">
      <Icon name="check" /> {EMAIL_VERIFIED}
    </span>
  ) : (
    <span className="badge tone-yellow">Email not verified</span>
  );
}

function Settings({ user }: { user: SessionUser }) {
  return (
    <>
      <ProfileForm user={user} />
      <SettingsSection
        title="Security"
        text="A second factor, and who signed in to your account lately."
      >
        <div>
          <a className="button" href="/profile/security">
            <Icon name="shield" /> Security and sign-ins
          </a>
        </div>
      </SettingsSection>
      <SettingsSection
        title="API keys"
        text="For your own programs and spreadsheets: a key reads what anyone may read here, 120 calls a minute."
      >
        <ApiKeys />
        <p className="small">
          <a href="/api/docs">All calls of the API</a>
        </p>
      </SettingsSection>
      <SettingsSection title="Your data" text="Everything we hold about you, as a JSON file.">
        <DownloadData />
      </SettingsSection>
      <SettingsSection
        title="Delete account"
        text="Removes your history, favourites and alerts with it."
      >
        <DeleteAccount />
      </SettingsSection>
    </>
  );
}

const SEARCHES = {
  list: () => dataOf((api) => api.user['search-history'].$get()),
  remove: (id: string) =>
    removed((api) => api.user['search-history'][':id'].$delete({ param: { id } })),
  clear: () => bodyOf((api) => api.user['search-history'].$delete()),
  failure: 'Your searches could not be loaded.',
  empty: { title: 'No searches yet', text: 'What you search while signed in is listed here.' },
};

/** Search History: query, when, how many results, run again, delete. */
function SearchHistoryList() {
  return (
    <EntryList {...SEARCHES}>
      {(entries, removeEntry) => (
        <ul className="plain-list entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <span>
                <a href={searchPath(entry.query)}>{entry.query}</a>
                <span className="muted small figures when">
                  {savedTimeAgo(Date.parse(entry.timestamp), Date.now())} · {entry.resultsCount}{' '}
                  results
                </span>
              </span>
              <span className="row">
                <a className="button quiet again" href={searchPath(entry.query)}>
                  <Icon name="refresh" /> Search again
                </a>
                <RemoveButton
                  label={`Delete the search ${entry.query}`}
                  onRemove={(button) => removeEntry(entry, entry.query, button)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </EntryList>
  );
}
