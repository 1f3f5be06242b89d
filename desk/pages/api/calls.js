// The page of the API: the form of a call shows the same call by curl, sends it and shows the
// response. Of a stream it shows the events of the first seconds.
"use strict";

(() => {
	// callOf returns the address and the options of a form's call.
	const callOf = (form) => {
		const query = new URLSearchParams(), method = form.dataset.call;
		let path = form.dataset.path, body;
		for (const [name, value] of /** @type {Iterable<[string, string]>} */ (new FormData(form))) {
			if (name === "body") body = value;
			else if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
			else if (value) query.append(name, value);
		}
		return { url: path + (query.size ? "?" + query : ""), method, body, headers: body === undefined ? {} : { "Content-Type": "application/json" } };
	};

	const quote = (text) => "'" + text.replaceAll("'", "'\\''") + "'";

	const showCurl = (form) => {
		const { url, method, body } = callOf(form);
		const options = body === undefined ? "" : " -H 'Content-Type: application/json' -d " + quote(body.replace(/\s*\n\s*/g, " "));
		form.querySelector(".curl").textContent = `curl ${method === "GET" || body ? "" : `-X ${method} `}${quote(location.origin + url)}${options}`;
	};

	const pretty = (text) => {
		try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
	};

	const patience = 5000; // ms of a stream

	const send = async (form) => {
		const out = form.querySelector(".answer"), { url, ...options } = callOf(form), began = performance.now(), stop = new AbortController();
		out.hidden = false;
		out.textContent = "…";
		let head = "", text = "";
		const timer = form.dataset.stream && setTimeout(() => stop.abort(), patience);
		try {
			const response = await fetch(url, { ...options, signal: stop.signal }), at = response.headers.get("Location");
			head = `${response.status} ${response.statusText}, ${Math.round(performance.now() - began)} ms${at ? `\nLocation: ${at}` : ""}\n\n`;
			const type = response.headers.get("Content-Type") || "", reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
			if (type.includes("octet-stream")) return void (out.textContent = head + "a file");
			for (let part; !(part = await reader.read()).done;) out.textContent = head + (text += part.value);
			out.textContent = head + pretty(text);
		} catch (error) {
			out.textContent = head + text + (stop.signal.aborted ? "\n… the stream goes on" : `The server does not respond: ${error.message}`);
		}
		clearTimeout(timer);
	};

	document.addEventListener("submit", (event) => {
		if (!event.target.dataset.call) return;
		event.preventDefault();
		send(event.target);
	});
	document.addEventListener("input", (event) => { if (event.target.form?.dataset.call) showCurl(event.target.form); });
	for (const form of document.querySelectorAll("[data-call]")) showCurl(form);
})();
