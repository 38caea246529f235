/* The usual way to fetch only: Node's own fetch, which is undici's, with its text. */
import { inLanes } from '../subjects.ts';
import { LANES, runSubject } from './subject.ts';

runSubject(async ({ port }) => ({
  async work(paths) {
    await inLanes(paths, LANES, async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.text();
    });
    return {};
  },
}));
