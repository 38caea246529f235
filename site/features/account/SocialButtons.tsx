const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
] as const;

/** The two social sign-ins: plain links, the server does the rest. */
export function SocialButtons() {
  return (
    <div className="stack tight">
      <p className="or muted small">or</p>
      {PROVIDERS.map(({ id, name }) => (
        <a key={id} className="button" href={`/api/auth/${id}`}>
          <span className="tile tile-5" aria-hidden="true">
            {name.charAt(0)}
          </span>
          Continue with {name}
        </a>
      ))}
    </div>
  );
}
