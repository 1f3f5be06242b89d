// The worker that all tabs share. It has one connection for the streams of all of them,
// because browsers allow six connections to a server. The server joins up to 64 streams. A tab
// sends {follow: PATH, key} and {leave: key}, and receives {key, name, data} for each event.
"use strict";

const streams = new Map(); // by tab and key: port, key, path and the ID of the last event
let source, timer, lost, tabs = 0;

// tell tells the tabs whether the server is reached.
const tell = (online) => { for (const port of new Set([...streams.values()].map((s) => s.port))) port.postMessage({ online }); };

const open = () => {
	source?.close();
	if (!streams.size) return;
	const now = [...streams].slice(-64), query = new URLSearchParams();
	for (const [, s] of now) query.append("of", s.follow), query.append("after", s.last);
	source = new EventSource("/streams?" + query);
	source.addEventListener("part", (event) => {
		const { part, id, name, data } = JSON.parse(event.data), [at, s] = now[part];
		if (streams.get(at) !== s) return;
		if (name === "gone") streams.delete(at);
		s.last = id || s.last;
		s.port.postMessage({ key: s.key, name, data });
	});
	source.onerror = () => {
		lost ??= setTimeout(tell, 1200, false);
		later(1000);
	};
	source.onopen = () => {
		clearTimeout(lost);
		lost = null;
		tell(true);
	};
};

// later opens the connection again; several changes within the time need it once.
const later = (ms) => {
	clearTimeout(timer);
	timer = setTimeout(open, ms);
};

addEventListener("connect", ({ ports: [port] }) => {
	const tab = ++tabs;
	port.onmessage = ({ data: { follow, leave, key } }) => {
		if (follow) streams.set(`${tab} ${key}`, { port, key, follow, last: "" });
		else streams.delete(`${tab} ${leave}`);
		later(50);
	};
});
