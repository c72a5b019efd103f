// The playground begins here: first a table, then the page of the studio, answered by a worker.
import '../style/base.css';
import './begin.css';
import { render } from 'preact';
import type { Transport } from '../api/transport';
import { start } from '../start';
import { leave } from '../state/store';
import { followTheme } from '../state/theme';
import { Begin } from './Begin';
import { Studio } from './studio';

const root = document.getElementById('studio');
if (root) {
  const end = followTheme();
  const begin = (transport: Transport) => {
    end();
    render(null, root);
    // A worker holds one table, and ends with its page.
    leave.value = () => location.reload();
    start(transport, root);
  };
  render(<Begin studio={new Studio()} onOpened={begin} />, root);
}
