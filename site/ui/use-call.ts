import { useCallback, useEffect, useRef, useState } from 'react';
import { useLostFocus } from './use-lost-focus.ts';

/** State of a screen's API call. */
export type CallState<Data> =
  | { status: 'loading' }
  | { status: 'error'; fault: unknown }
  | { status: 'success'; data: Data };

/** A call and its state; `run` repeats it, `change` updates its data. */
export type Call<Data> = ReturnType<typeof useCall<Data>>;

/**
 * Makes a call on mount (unless `start` holds its data) and whenever `key` changes; none while `key` is null. Drops superseded
 * responses.
 */
export function useCall<Data>(
  call: () => Promise<Data>,
  key: unknown = '',
  start: Data | null = null,
) {
  const [state, setState] = useState<CallState<Data>>(
    start ? { status: 'success', data: start } : { status: 'loading' },
  );
  const answeredKey = useRef(start && key);
  const current = useRef(call);
  current.current = call;
  const latest = useRef(0);
  const run = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    setState({ status: 'loading' });
    const next = await current.current().then(
      (data): CallState<Data> => ({ status: 'success', data }),
      (fault: unknown): CallState<Data> => ({ status: 'error', fault }),
    );
    if (turn === latest.current) setState(next);
  }, []);
  useEffect(() => {
    if (key !== null && answeredKey.current !== key) void run();
    answeredKey.current = null;
  }, [run, key]);
  useLostFocus(state);
  /** Updates the loaded data from its latest value, so that concurrent changes do not undo each other. */
  const change = useCallback(
    (update: (data: Data) => Data) =>
      setState((now) =>
        now.status === 'success' ? { status: 'success', data: update(now.data) } : now,
      ),
    [],
  );
  return { state, run, change };
}
