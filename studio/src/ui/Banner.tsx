import { inNotebook } from '../stage';
import { connection, state } from '../state/store';

/** Says quietly that nobody answers any more. */
export function Banner() {
  const now = connection.value;
  if (now === 'open' || (now === 'opening' && !state.value)) return null;
  const file = state.value?.journal;
  return (
    <p class="banner" role="status">
      {now === 'refused' ? (
        'Another program answers here. Start the studio again, or open the address that it printed.'
      ) : (
        <>
          The studio was stopped{file ? '; your labels are in ' : '. Reload the page to begin again.'}
          {file && <code>{file}</code>}
          {file &&
            (inNotebook() ? '. Run the cell again to go on.' : '. Start it again, and this page goes on.')}
        </>
      )}
    </p>
  );
}
