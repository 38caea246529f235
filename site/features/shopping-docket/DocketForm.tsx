import { ScanButton } from '#site/features/scan/ScanButton.tsx';
import { PostcodeField, TextField } from '#site/ui/fields.tsx';
import { SelectField } from '#site/ui/SelectField.tsx';
import './DocketForm.css';
import { type DocketSettings, docketPath } from './settings.ts';

const EXAMPLE = `2 L milk, weet-bix, 24 loo rolls
any 1 kg rice
dozen eggs`;

const SHOP_CHOICES = { 1: 'One', 2: 'Two', 3: 'Three' };
const WAYS = { trip: 'I go to the shops', delivery: 'Delivered' };

interface DocketFormProps {
  settings: DocketSettings;
  /** Shops to compare savings with. */
  shops: readonly { slug: string; name: string }[];
}

/** The list and its settings as a GET form, so that a docket is a link. docket-script.ts saves the list. */
export function DocketForm({ settings, shops }: DocketFormProps) {
  const { list, trip, by, postcode, shops: most, usual } = settings;
  return (
    <form className="card stack docket-form" action="/docket" method="get" data-docket-form>
      <div className="field">
        <label htmlFor="list">Your list</label>
        <textarea
          id="list"
          name="list"
          className="input"
          rows={Math.min(14, Math.max(6, list.split('\n').length + 1))}
          maxLength={4_000}
          required
          placeholder={EXAMPLE}
          defaultValue={list}
          aria-describedby="list-hint"
          data-docket-list
        />
        <p className="hint" id="list-hint">
          One item per line, or separated by commas. Say how much if it matters: “2 L milk”, “2 x
          500 g pasta”. Up to 40 lines.
        </p>
        <ScanButton into="list" />
      </div>
      <Radios legend="How many shops at most?" name="shops" choices={SHOP_CHOICES} chosen={most} />
      <Radios legend="How do you get it home?" name="by" choices={WAYS} chosen={by} />
      <div className="row settings">
        <TextField
          id="trip"
          name="trip"
          label="Cost of one trip ($)"
          className="input figures"
          type="number"
          min={0}
          max={100}
          step="0.5"
          inputMode="decimal"
          defaultValue={trip}
        />
        <PostcodeField
          label="Postcode for delivery"
          placeholder="optional"
          defaultValue={postcode}
        />
        {shops.length > 0 && (
          <SelectField
            id="usual"
            name="usual"
            label="Compare with"
            defaultValue={usual}
            options={[
              ['', 'the next best single shop'],
              ...shops.map(({ slug, name }) => [slug, name] as const),
            ]}
          />
        )}
      </div>
      {settings.not.length > 0 && <input type="hidden" name="not" value={settings.not.join(',')} />}
      <div className="row docket-buttons">
        <button type="submit" className="button wattle">
          Price this list
        </button>
        {list === '' && (
          <a
            className="button quiet"
            href={docketPath({ ...settings, list: EXAMPLE })}
            rel="nofollow"
          >
            Try an example
          </a>
        )}
        {settings.list === '' && <span className="small muted" role="status" data-docket-status />}
      </div>
    </form>
  );
}

interface RadiosProps {
  legend: string;
  name: string;
  /** Texts by value. */
  choices: Readonly<Record<string, string>>;
  chosen: string | number;
}

function Radios({ legend, name, choices, chosen }: RadiosProps) {
  return (
    <fieldset className="field">
      <legend className="field-label">{legend}</legend>
      <div className="row">
        {Object.entries(choices).map(([value, text]) => (
          <label className="check" key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === `${chosen}`} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
