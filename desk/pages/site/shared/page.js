// The script of all pages. Without it the pages have the same content. Other scripts import
// its functions, or find them as the global gammonlab.
//
// A link, form or button with data-into="#place" requests the fragment "place" and puts it
// into that element instead of opening a page. A key clicks the link or button with its
// data-key. An element with data-events="URL" shows a stream: the data of an event "html"
// is its new content; that of another event NAME is the new content of the element with
// data-event="NAME" within it. "state" events in JSON go to listeners of "stream" on the
// element. An element with data-refresh="URL" then requests its content again, unless its
// field "version" contains the version of the event or a later one. The event "end" ends
// the stream. After each change of its content an element sends an event "placed".

export const gammonlab = globalThis.gammonlab = /** @type {Gammonlab} */ ({});

// place puts a fragment into an element and starts its streams. It keeps focus and open
// details, by their IDs. Screen readers speak its text with data-say.
gammonlab.place = (element, html) => {
	const open = Array.from(element.querySelectorAll("details[id]"), (e) => [e.id, e.open]);
	const focused = document.activeElement && element.contains(document.activeElement) ? document.activeElement.id : "";
	element.innerHTML = html;
	for (const [id, was] of open) document.getElementById(id)?.toggleAttribute("open", was);
	gammonlab.start(element);
	const said = element.querySelector("[data-say]");
	if (said) document.getElementById("spoken").textContent = said.textContent;
	if (focused) document.getElementById(focused)?.focus();
	element.dispatchEvent(new Event("placed", { bubbles: true }));
};

// load puts the response to a request into an element.
gammonlab.load = (element, url, options) => element.loading = gammonlab.fetchInto(element, url, options);

// fetchInto keeps the content if the request fails. It tries again and again if the server is
// not reached, unless that could do something twice: a form with a version does not.
gammonlab.fetchInto = async (element, url, options, tries = 0) => {
	const again = () => { if (!busy()) gammonlab.load(element, url, options); }, busy = () => element.hasAttribute("aria-busy");
	const lost = (text, retry) => {
		gammonlab.say(element, retry ? "Connection lost, retrying…" : text, again);
		if (!retry) return;
		const wait = setTimeout(() => { if (element.wait === wait && element.isConnected && !busy()) element.loading = gammonlab.fetchInto(element, url, options, tries + 1); }, Math.min(1000 * 2 ** tries, 10000));
		element.wait = wait;
	};
	clearTimeout(element.wait);
	element.setAttribute("aria-busy", "true");
	try {
		const response = await fetch(url, { ...options, headers: { Fragment: element.id } });
		const text = await response.text();
		element.removeAttribute("aria-busy");
		if (response.ok) return gammonlab.place(element, text);
		const page = new DOMParser().parseFromString(text, "text/html");
		gammonlab.say(element, page.querySelector("main .problem")?.textContent || response.statusText, response.status >= 500 && again);
	} catch (error) {
		element.removeAttribute("aria-busy");
		lost("The server does not respond: " + error.message, !options?.body || options.body.has?.("version"));
	}
};

// say shows an error above the content of an element, with a button for another attempt.
gammonlab.say = (element, text, again) => {
	const p = document.createElement("p");
	p.className = "problem";
	p.setAttribute("role", "alert");
	p.textContent = text;
	if (again) p.append(" ", Object.assign(document.createElement("button"), { type: "button", textContent: "Try again", onclick: again }));
	element.querySelector(":scope > .problem[role=alert]")?.remove();
	element.prepend(p);
};

// refresh requests the content of an element again from its address data-refresh, one
// request at a time.
gammonlab.refresh = async (element) => {
	element.stale = true;
	if (element.asking) return;
	for (element.asking = true; element.stale;) {
		element.stale = false;
		await gammonlab.load(element, element.dataset.refresh);
	}
	element.asking = false;
};

// stream is an EventSource whose connection all tabs share, by the worker streams.js.
gammonlab.stream = (url) => {
	const online = (is) => { document.getElementById("lost").hidden = is; };
	if (!window.SharedWorker) return Object.assign(new EventSource(url), { onerror: () => online(false), onopen: () => online(true) });
	if (!gammonlab.port) {
		gammonlab.port = new SharedWorker(gammonlab.worker).port;
		gammonlab.port.onmessage = ({ data }) => "online" in data ? online(data.online) : gammonlab.streams.get(data.key)?.dispatchEvent(new MessageEvent(data.name, data));
		addEventListener("pagehide", () => gammonlab.streams.forEach((source) => source.close()));
		addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
	}
	const source = new EventTarget(), key = gammonlab.count = (gammonlab.count ?? 0) + 1;
	source.close = () => gammonlab.port.postMessage({ leave: gammonlab.streams.delete(key) && key });
	gammonlab.streams.set(key, source);
	gammonlab.port.postMessage({ follow: url, key });
	return source;
};
gammonlab.streams = new Map();
gammonlab.worker = document.querySelector("[data-streams]").dataset.streams;

// follow shows a stream in an element.
gammonlab.follow = (element) => {
	const source = gammonlab.stream(element.dataset.events);
	source.addEventListener("html", (event) => gammonlab.place(element, event.data));
	for (const name of new Set(Array.from(element.querySelectorAll("[data-event]"), (part) => part.dataset.event))) {
		source.addEventListener(name, (event) => {
			for (const part of element.querySelectorAll(`[data-event="${name}"]`)) gammonlab.place(part, event.data);
		});
	}
	for (const name of ["state", "append", "gap", "end"]) {
		source.addEventListener(name, (event) => element.dispatchEvent(new CustomEvent("stream", { bubbles: true, detail: { name, data: event.data } })));
	}
	source.addEventListener("end", (event) => {
		if (!event.data.includes("the server stops")) source.close(); // otherwise the browser retries until the server runs
	});
	if (element.dataset.refresh) element.addEventListener("stream", async (event) => {
		await element.loading;
		const sent = event.detail.data.match(/"version":(\d+)/)?.[1];
		if (!(Number(sent) <= Number(element.querySelector("[name=version]")?.value))) gammonlab.refresh(element);
	});
	const gone = new MutationObserver(() => {
		if (!element.isConnected) {
			source.close();
			gone.disconnect();
		}
	});
	gone.observe(document.body, { childList: true, subtree: true });
};

// start starts the streams in an element.
gammonlab.start = (root) => {
	if (root.dataset?.events && root === document.body) gammonlab.follow(root);
	for (const element of root.querySelectorAll("[data-events]")) gammonlab.follow(element);
};

document.addEventListener("click", (event) => {
	const link = event.target.closest?.("a[data-into]");
	const element = link && document.querySelector(link.dataset.into);
	if (!element || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
	event.preventDefault();
	gammonlab.load(element, link.href);
});

document.addEventListener("click", async (event) => { // data-copy is an address to copy
	const button = event.target.closest?.("[data-copy]");
	if (!button) return;
	const address = new URL(button.dataset.copy, location.href).href;
	const said = await Promise.resolve(navigator.clipboard?.writeText(address)).then(() => navigator.clipboard ? "Copied" : address, () => address);
	button.textContent = document.getElementById("spoken").textContent = said;
});

document.addEventListener("pointerdown", (event) => { gammonlab.pressed = event.target.closest?.("button[id]"); });

document.addEventListener("pointerup", (event) => { // a click on a replaced button would be lost
	const now = gammonlab.pressed && !gammonlab.pressed.isConnected && document.getElementById(gammonlab.pressed.id);
	if (now && now.contains(document.elementFromPoint(event.clientX, event.clientY))) now.click();
});

// submit submits a form by one of its buttons with additional fields, if the button or the
// form has an element for the response.
gammonlab.submit = (form, button, more) => {
	const element = document.querySelector(button?.dataset.into || form.dataset.into || "none");
	if (!element) return null;
	const fields = /** @type {any} */ (new FormData(form, button));
	for (const name in more) fields.set(name, more[name]);
	const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || "", location.href); // form.action may be a field
	if (form.getAttribute("method")?.toLowerCase() !== "post") {
		url.search = String(new URLSearchParams(fields));
		return gammonlab.load(element, url);
	}
	const body = form.getAttribute("enctype") === "multipart/form-data" ? fields : new URLSearchParams(fields);
	return gammonlab.load(element, url, { method: "POST", body });
};

// A field that changes presses the button of its form that checks the settings.
document.addEventListener("change", (event) => {
	const form = /** @type {HTMLInputElement} */ (event.target).form, button = form?.querySelector("[data-check]");
	if (button) gammonlab.submit(form, button);
});

document.addEventListener("submit", (event) => { if (gammonlab.submit(/** @type {HTMLFormElement} */ (event.target), event.submitter)) event.preventDefault(); });

// A form with data-apply is submitted when one of its fields changes.
document.addEventListener("change", (event) => { if (event.target.form?.hasAttribute("data-apply") && event.target.form.reportValidity()) event.target.form.requestSubmit(); });

// keys reports whether the keys of pages are on; the head of the page has their switch.
gammonlab.keys = () => localStorage.getItem("keys") !== "off";

document.addEventListener("keydown", (event) => {
	if (!gammonlab.keys() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea") || event.key.startsWith("Arrow") && event.target.closest?.(".scroll")) return; // arrows scroll
	const target = [...document.querySelectorAll("[data-key]")].find((e) => e.dataset.key === event.key);
	if (target) {
		event.preventDefault();
		target.click();
	}
});

// tell shows notices of the server in the browser's way, if the user wants them.
gammonlab.tell = () => {
	const at = document.querySelector("[data-notices]")?.dataset.notices, begun = Date.now();
	if (!at || gammonlab.told || localStorage.getItem("notices") !== "on" || globalThis.Notification?.permission !== "granted") return;
	gammonlab.told = gammonlab.stream(at);
	gammonlab.told.addEventListener("append", (event) => {
		const { title, text, path, time } = JSON.parse(event.data);
		if (Date.parse(time) > begun && localStorage.getItem("notices") === "on") new Notification(title, { body: text, tag: path + time }).onclick = () => open(path); // one for all tabs
	});
};
document.addEventListener("change", async (event) => {
	const box = /** @type {HTMLInputElement} */ (event.target);
	if (box.id === "notices" && box.checked && await globalThis.Notification?.requestPermission() !== "granted") box.click(); // the browser refuses
	gammonlab.tell();
});

addEventListener("DOMContentLoaded", () => {
	gammonlab.start(document.body);
	gammonlab.tell();
	document.querySelector("nav.site [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
	for (const box of document.querySelectorAll("[data-kept]")) { // choices that the browser keeps
		const { kept } = box.dataset, list = box.matches("select"), now = localStorage.getItem(kept) ?? (kept === "keys" ? "on" : "");
		if (list) box.value = now;
		else box.checked = now === "on";
		box.addEventListener("change", () => {
			localStorage.setItem(kept, list ? box.value : box.checked ? "on" : "off");
			if (list) document.documentElement.dataset[kept] = box.value;
			dispatchEvent(new Event("colours"));
		});
	}
});
