// The script of all pages. Without it they show the same content.
//
// A link or form with data-into="#place" puts the fragment that the server answers
// with into that place instead of opening a page. An element with data-events="URL"
// shows a stream: the data of an event "html" is its new content, that of an event
// of another name NAME that of the element data-event="NAME" within it; "state"
// events in JSON go to listeners of "stream" on the element. The event "end" ends it.
"use strict";

const gammonlab = {};

// place puts a fragment into an element and starts what is in it.
gammonlab.place = (element, html) => {
	const focused = document.activeElement && element.contains(document.activeElement) ? document.activeElement.id : "";
	element.innerHTML = html;
	gammonlab.start(element);
	if (focused) document.getElementById(focused)?.focus();
};

// load puts what a request is answered with into an element.
gammonlab.load = async (element, url, options) => {
	element.setAttribute("aria-busy", "true");
	try {
		const response = await fetch(url, options);
		const text = await response.text();
		if (response.ok) {
			gammonlab.place(element, text);
		} else {
			const page = new DOMParser().parseFromString(text, "text/html");
			gammonlab.say(element, page.querySelector(".problem")?.textContent || response.statusText);
		}
	} catch (error) {
		gammonlab.say(element, "The server does not answer: " + error.message);
	} finally {
		element.removeAttribute("aria-busy");
	}
};

// say shows a problem in an element.
gammonlab.say = (element, text) => {
	const p = document.createElement("p");
	p.className = "problem";
	p.setAttribute("role", "alert");
	p.textContent = text;
	element.replaceChildren(p);
};

// follow shows a stream in an element.
gammonlab.follow = (element) => {
	const source = new EventSource(element.dataset.events);
	source.addEventListener("html", (event) => gammonlab.place(element, event.data));
	for (const name of new Set(Array.from(element.querySelectorAll("[data-event]"), (part) => part.dataset.event))) {
		source.addEventListener(name, (event) => {
			for (const part of element.querySelectorAll(`[data-event="${name}"]`)) gammonlab.place(part, event.data);
		});
	}
	for (const name of ["state", "append", "gap", "end"]) {
		source.addEventListener(name, (event) => element.dispatchEvent(new CustomEvent("stream", { detail: { name, data: event.data } })));
	}
	source.addEventListener("end", (event) => {
		if (!event.data.includes("the server stops")) source.close(); // or the browser asks again until it runs
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

document.addEventListener("submit", (event) => {
	const form = event.target;
	const element = form.dataset.into && document.querySelector(form.dataset.into);
	if (!element) return;
	event.preventDefault();
	const fields = new FormData(form, event.submitter);
	const url = new URL(form.getAttribute("action") || "", location.href); // form.action may be a field
	if (form.getAttribute("method")?.toLowerCase() !== "post") {
		url.search = new URLSearchParams(fields);
		gammonlab.load(element, url);
		return;
	}
	const body = form.getAttribute("enctype") === "multipart/form-data" ? fields : new URLSearchParams(fields);
	gammonlab.load(element, url, { method: "POST", body });
});

addEventListener("DOMContentLoaded", () => gammonlab.start(document.body));
