// The service worker of a static site. It runs the program, a web server without a network,
// and passes it the requests of the pages. "gammonlab site" writes the constant "release" and
// the scripts kernel.js, files.js and wasm_exec.js, that of Go, before it.
"use strict";

const cacheName = "gammonlab-" + release.version;
const netsCache = "gammonlab-nets";
const root = new URL("./", location.href); // of the folder, which need not be that of the host
const local = (name) => new URL(name, root).href;
const say = (message) => new BroadcastChannel("gammonlab").postMessage(message);

// download fetches a file as the server has it compressed, and otherwise its version .gz.
const download = async (name) => {
	const plain = async (response) => response.ok ? response : Promise.reject(new Error(`${name}: ${response.status} ${response.statusText}`));
	if (!release.compressed.includes(name)) return plain(await fetch(local(name), { cache: "no-cache" }));
	const head = await fetch(local(name), { method: "HEAD", cache: "no-cache" });
	if (head.headers.get("Content-Encoding")) return plain(await fetch(local(name), { cache: "no-cache" }));
	const packed = await plain(await fetch(local(name + ".gz"), { cache: "no-cache" }));
	const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
	if (packed.headers.get("Content-Encoding")) return new Response(packed.body, { headers: { "Content-Type": type } });
	return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
};

// store keeps a file in the browser's cache. If the storage is full, the file is fetched again when
// it is needed.
const store = (cache, name, response) => cache.put(local(name), response).catch((error) => {
	if (error.name !== "QuotaExceededError") throw error;
});

const install = async () => {
	const cache = await caches.open(cacheName);
	let done = 0;
	for (const name of release.core) {
		await store(cache, name, await download(name));
		say({ done: ++done, of: release.core.length });
	}
	await net(release.firstNet);
};

addEventListener("install", (event) => event.waitUntil(install().catch((error) => {
	say({ problem: "The program could not be loaded: " + error.message });
	throw error;
})));

addEventListener("activate", (event) => event.waitUntil((async () => {
	for (const name of await caches.keys()) {
		if (name.startsWith("gammonlab-") && name !== cacheName && name !== netsCache) await caches.delete(name);
	}
	const nets = await caches.open(netsCache), wanted = new Set(Object.values(release.nets).map(local));
	for (const request of await nets.keys()) if (!wanted.has(request.url)) await nets.delete(request);
	await clients.claim();
})()));

addEventListener("message", ({ data }) => {
	if (data === "replace") skipWaiting(); // a page wants this version; "stay" only keeps the worker awake
	if (data === "leave") { // a page wants the next version, which begins when this one has no requests in work
		leaving = true;
		for (const [end, path] of waiting) if (isStream(path)) end();
	}
});

// net returns the bytes of a net, from the browser's cache after the first time; null without
// a connection.
const net = async (name) => {
	const file = release.nets[name], cache = await caches.open(netsCache);
	try {
		let response = await cache.match(local(file));
		if (!response) {
			response = await download(file);
			await store(cache, file, response.clone());
		}
		return new Uint8Array(await response.arrayBuffer());
	} catch { return null; }
};

const cached = async (name) => (await caches.match(local(name), { cacheName })) ?? download(name);

// start starts the program and returns the function that answers.
const start = async () => {
	const bytes = async (name) => (await cached(name)).arrayBuffer();
	await fileStore.prepare(Object.keys(release.nets), (path) => net(path.slice("/nets/".length)), (storage) => say({ storage }));
	const [program, links, kernel] = await Promise.all([cached("gammonlab.wasm").then(WebAssembly.compileStreaming), bytes("links.wasm"), bytes("kernel.wasm")]);
	const go = new Go();
	const answer = new Promise((done, failed) => {
		globalThis.gammonlabReady = (answer, problem) => answer ? done(answer) : failed(new Error(problem));
	});
	const instance = await startGo(program, go.importObject, { links, kernel });
	go.run(instance).finally(() => { // the program has failed: the next request starts another
		running = null;
		for (const end of waiting.keys()) end();
	});
	return answer;
};

let running = null;
let leaving = false;
const waiting = new Map(); // the requests in work by the functions that end them
const isStream = (path) => path.startsWith("/streams?");

// headersOf returns the headers for the program, which refuses forms of other sites by Origin.
// Forms of this site send "null", because its pages send no referrer; a page of another site
// that does the same can only act in the visitor's own browser.
const headersOf = (request) => [...request.headers].filter(([name, value]) => name !== "origin" || !["null", root.origin].includes(value));

// answer answers a request by the program.
const answer = async (request, path) => {
	running ??= start();
	running.catch(() => { running = null; });
	const ask = await running;
	const body = ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
	return new Promise((done, failed) => {
		let controller, stop;
		const finish = (complete) => {
			waiting.delete(fail);
			try { complete ? controller.close() : controller.error(new Error("the program has failed")); } catch { /* the page has gone */ }
		};
		const fail = () => { failed(new Error("the program has failed")); if (controller) finish(false); };
		waiting.set(fail, path);
		const stream = new ReadableStream({ start(c) { controller = c; }, cancel() { stop?.(); } });
		stop = ask({
			method: request.method, url: path, headers: headersOf(request), body,
			head(status, pairs) {
				const headers = new Headers(pairs);
				done(new Response([204, 205, 304].includes(status) ? null : stream, { status, headers }));
			},
			write(bytes) { try { controller.enqueue(bytes); } catch { stop?.(); } },
			end: finish,
		});
		request.signal.addEventListener("abort", () => stop());
	});
};

// page adapts a page to the folder of the site, and adds the script of static sites to it. Addresses
// of streams stay as they are: the program gets them in a list.
const page = async (response) => {
	if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
	const prefix = root.pathname.slice(0, -1);
	let text = (await response.text()).replace(/<link rel="manifest"[^>]*>/, `<link rel="manifest" href="/site.webmanifest"/><link rel="apple-touch-icon" href="/icon-192.png"/>`);
	text = text.replace("</head>", `<script src="/offline.js" data-storage="${fileStore.trouble}" defer="defer"></script></head>`);
	if (prefix) text = text.replace(/(\s(?:href|src|action|formaction|xlink:href|data-(?!events=)[a-z-]+)=")\/(?!\/)/g, `$1${prefix}/`);
	return new Response(text, { status: response.status, statusText: response.statusText, headers: response.headers });
};

// moved adapts the address of a redirection, which a stream of a page follows itself.
const moved = (response) => {
	const to = response.headers.get("Location");
	if (!to || response.status < 300) return response;
	return Response.redirect(new URL(to.replace(/^\//, ""), root), response.status);
};

const respond = async (request, path) => {
	try {
		return moved(await page(await answer(request, path)));
	} catch (error) {
		const text = `<!DOCTYPE html><html lang="en"><title>gammonlab</title><main><h1>gammonlab</h1><p class="problem" role="alert">The program did not answer: ${error.message.replace(/[<&]/g, " ")}. Saved games are safe. Load the page again.</p></main></html>`;
		return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
	}
};

addEventListener("fetch", (event) => {
	const url = new URL(event.request.url);
	if (url.origin !== root.origin) return;
	let path = url.pathname;
	if (path.startsWith(root.pathname)) path = path.slice(root.pathname.length - 1);
	if (path === "/index.html") path = "/";
	const name = path.slice(1);
	if (leaving && isStream(path + url.search)) event.respondWith(new Response(null, { status: 503 }));
	else if (release.served.includes(name)) event.respondWith(cached(name));
	else event.respondWith(respond(event.request, path + url.search));
});
