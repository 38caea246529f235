import { Icon } from '#site/ui/Icon.tsx';

const BUTTONS = ['primary', 'wattle', '', 'quiet', 'danger'] as const;

/** Buttons, fields and chips: at rest, pressed, wrong, not available. */
export function Controls() {
  return (
    <>
      <div className="row">
        {BUTTONS.map((kind) => (
          <button key={kind} type="button" className={`button ${kind}`}>
            <Icon name="bell" /> {kind || 'plain'}
          </button>
        ))}
        <button type="button" className="button quiet square" aria-label="Save to favorites">
          <Icon name="heart" />
        </button>
        <button type="button" className="link-button">
          link button
        </button>
      </div>
      <div className="row">
        {BUTTONS.map((kind) => (
          <button key={kind} type="button" className={`button ${kind}`} disabled>
            {kind || 'plain'}, off
          </button>
        ))}
      </div>
      <div className="design-columns">
        <div className="field">
          <label htmlFor="field-rest">At rest</label>
          <input id="field-rest" className="input" placeholder="Product or brand" />
          <p className="hint">What helps to fill it in.</p>
        </div>
        <div className="field">
          <label htmlFor="field-wrong">Wrong</label>
          <input
            id="field-wrong"
            className="input"
            defaultValue="mia"
            aria-invalid="true"
            aria-describedby="field-fault"
          />
          <p id="field-fault" className="toned tone-red small">
            Please enter a valid email address.
          </p>
        </div>
        <div className="field">
          <label htmlFor="field-off">Not available</label>
          <input id="field-off" className="input" defaultValue="mia@example.com" disabled />
        </div>
        <div className="field">
          <label htmlFor="field-choice">One of several</label>
          <select id="field-choice" className="input">
            <option>AI score</option>
            <option>Price, lowest first</option>
          </select>
        </div>
      </div>
      <div className="row">
        <button type="button" className="chip">
          chip
        </button>
        <button type="button" className="chip" aria-pressed="true">
          chosen chip
        </button>
        <button type="button" className="chip more">
          +3 more
        </button>
        <label className="check">
          <input type="checkbox" defaultChecked /> Only sales
        </label>
        <label className="check">
          <input type="radio" name="sample" defaultChecked /> A target price
        </label>
      </div>
    </>
  );
}
