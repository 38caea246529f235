import { EMAIL_MAX } from '#domain/account/email-address.ts';
import './Newsletter.css';

/** The newsletter form: idle, success (5 s) or error (3 s), driven by newsletter.ts. */
export function Newsletter() {
  return (
    <section className="wrap section newsletter needs-script">
      <div className="stack tight">
        <h2>The week’s real price drops</h2>
        <p className="muted">
          One e-mail on Thursdays. Only drops that beat the price of the past 12 weeks.
        </p>
      </div>
      <form noValidate data-newsletter className="stack tight">
        <label className="strong" htmlFor="newsletter-email">
          Your e-mail
        </label>
        <div className="entry">
          <input
            className="input"
            id="newsletter-email"
            name="email"
            type="email"
            maxLength={EMAIL_MAX}
            autoComplete="email"
            aria-describedby="newsletter-status"
          />
          <button type="submit" className="button primary">
            Subscribe
          </button>
        </div>
        <p id="newsletter-status" role="status" className="toned" data-newsletter-status />
      </form>
    </section>
  );
}
