// The page of a studio on a port begins here.
import { http } from './api/http';
import { start } from './start';

const root = document.getElementById('studio');
const token = new URLSearchParams(location.search).get('token') ?? '';
if (root) start(http(token), root);
