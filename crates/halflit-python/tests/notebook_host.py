"""A page that shows widgets of a real kernel in a real browser, as a notebook does."""

import asyncio
import base64
import contextlib
import json
import os
import shutil
import subprocess

from jupyter_client.manager import start_new_async_kernel
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler, websocket_connect

#: How long anything may take.
WAIT = 60

PAGE = """<!doctype html><meta charset=utf-8><title>a notebook</title>
<style>body { font: 20px/2 serif; color: rgb(1, 2, 3); } h2 { letter-spacing: 3px; }</style>
<h2>A notebook</h2><p><input id="cell" /></p><div id="outputs"></div>
<script type="module">
const line = new WebSocket(`ws://${location.host}/line`);
const models = new Map();
const bytes = (text) => new DataView(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer);
async function show({ id, state }) {
  const takers = new Set();
  models.set(id, takers);
  const model = {
    get: (name) => state[name],
    send: (content) => line.send(JSON.stringify({ id, content })),
    on: (_name, take) => takers.add(take),
    off: (_name, take) => takers.delete(take),
  };
  // Before anything is waited for: outputs stand in the order of their cells, whichever module
  // is there first.
  const el = document.createElement('div');
  el.id = id;
  document.getElementById('outputs').append(el);
  const url = URL.createObjectURL(new Blob([state._esm], { type: 'text/javascript' }));
  const { default: widget } = await import(url);
  widget.render({ model, el });
}
line.onmessage = ({ data }) => {
  const told = JSON.parse(data);
  if (told.state) show(told);
  else models.get(told.id)?.forEach((take) => take(told.content, told.buffers.map(bytes)));
};
</script>"""


def chromium():
    """Where a browser is, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


class Notebook:
    """A kernel, and what hears its widgets."""

    async def __aenter__(self):
        self.lines = set()
        self.opened = []
        self.outputs = {}
        self.idle = {}
        await self._start()
        return self

    async def _start(self):
        self.manager, self.client = await start_new_async_kernel()
        self._reader = asyncio.create_task(self._read())

    async def __aexit__(self, *_error):
        self._reader.cancel()
        self.client.stop_channels()
        await self.manager.shutdown_kernel(now=True)

    async def restart(self):
        """Start anew, knowing nothing."""
        await self.__aexit__()
        self.opened.clear()
        await self._start()

    async def run(self, code):
        """Execute a cell; give what it printed."""
        request = self.client.execute(code)
        self.outputs[request] = ""
        self.idle[request] = asyncio.Event()
        await asyncio.wait_for(self.idle[request].wait(), WAIT)
        return self.outputs[request]

    async def _read(self):
        while True:
            message = await self.client.get_iopub_msg()
            kind, content = message["msg_type"], message["content"]
            request = message["parent_header"].get("msg_id")
            if kind == "stream" and request in self.outputs:
                self.outputs[request] += content["text"]
            elif kind == "error" and request in self.outputs:
                self.outputs[request] += "\n".join(content["traceback"])
            elif kind == "status" and content["execution_state"] == "idle" and request in self.idle:
                self.idle[request].set()
            elif kind == "comm_open" and "_esm" in content["data"].get("state", {}):
                state = content["data"]["state"]
                self.opened.append({"id": content["comm_id"], "state": state})
            elif kind == "comm_msg" and content["data"].get("method") == "custom":
                buffers = [base64.b64encode(own).decode() for own in message.get("buffers", ())]
                told = {"content": content["data"]["content"], "buffers": buffers}
                self.tell({"id": content["comm_id"], **told})

    def tell(self, message):
        for line in self.lines:
            line.write_message(json.dumps(message))

    def ask(self, told):
        """Bring a message of the page to the kernel."""
        data = {"method": "custom", "content": told["content"]}
        content = {"comm_id": told["id"], "data": data}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))


@contextlib.contextmanager
def served(notebook):
    """Serve the page; give its address."""

    class Page(RequestHandler):
        def get(self):
            self.write(PAGE)

    class Line(WebSocketHandler):
        def open(self):
            notebook.lines.add(self)
            for model in notebook.opened:
                self.write_message(json.dumps(model))

        def on_message(self, message):
            notebook.ask(json.loads(message))

        def on_close(self):
            notebook.lines.discard(self)

    sockets = bind_sockets(0, "127.0.0.1")
    server = HTTPServer(Application([("/", Page), ("/line", Line)]))
    server.add_sockets(sockets)
    try:
        yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}/"
    finally:
        server.stop()


class Browser:
    """Chromium, by its own protocol; what it keeps is in a folder."""

    def __init__(self, folder):
        self._folder = folder

    async def __aenter__(self):
        flags = ("--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader")
        more = (
            "--enable-unsafe-swiftshader",
            "--remote-debugging-port=0",
            "--window-size=1200,1600",
        )
        self._process = subprocess.Popen(
            [chromium(), *flags, *more, f"--user-data-dir={self._folder}", "about:blank"],
            stderr=subprocess.PIPE,
            text=True,
        )
        line = await asyncio.to_thread(self._address)
        self._socket = await websocket_connect(line, max_message_size=2**27)
        self._last = 0
        return self

    def _address(self):
        for line in self._process.stderr:
            if "DevTools listening on " in line:
                return line.split("listening on ")[1].strip()
        raise RuntimeError("Chromium ended before it said where it is")

    async def __aexit__(self, *_error):
        self._socket.close()
        self._process.terminate()
        await asyncio.to_thread(self._process.wait)
        self._process.stderr.close()

    async def _call(self, method, session=None, **params):
        self._last += 1
        wanted = self._last
        told = {"id": wanted, "method": method, "params": params}
        await self._socket.write_message(
            json.dumps(told if session is None else {**told, "sessionId": session})
        )
        while True:
            answer = json.loads(await asyncio.wait_for(self._socket.read_message(), WAIT))
            if answer.get("id") == wanted:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    async def open(self, url):
        target = (await self._call("Target.createTarget", url="about:blank"))["targetId"]
        attached = await self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        # Answered once the new page is there.
        await self._call("Page.navigate", self._session, url=url)

    async def evaluate(self, expression):
        told = await self._call(
            "Runtime.evaluate",
            self._session,
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in told:
            raise RuntimeError(json.dumps(told["exceptionDetails"]))
        return told["result"].get("value")

    async def until(self, expression):
        """Wait until something is so, a frame at a time."""
        loop = f"""new Promise((done) => {{
            const look = () => {{
              let so = false;
              try {{ so = {expression}; }} catch {{ /* not there yet */ }}
              so ? done(true) : requestAnimationFrame(look);
            }};
            look();
        }})"""
        await asyncio.wait_for(self.evaluate(loop), WAIT)

    async def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            where = {"x": x, "y": y, "button": "left", "clickCount": 1}
            await self._call("Input.dispatchMouseEvent", self._session, type=kind, **where)

    async def press(self, key):
        """Press a key as a person does: a letter, a digit or Enter."""
        text = "\r" if key == "Enter" else key
        code = 13 if key == "Enter" else ord(key.upper())
        about = {"key": key, "windowsVirtualKeyCode": code}
        await self._call(
            "Input.dispatchKeyEvent", self._session, type="keyDown", text=text, **about
        )
        await self._call("Input.dispatchKeyEvent", self._session, type="keyUp", **about)
