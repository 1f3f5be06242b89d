// The file system of the program: the functions of node's fs that Go calls. Files are in
// memory; those below /save are also in the browser's database, and those below /nets are
// fetched when the program opens them.
"use strict";

const fileStore = (() => {
	const files = new Map(); // by path: {data, size, changed} or {folder: true, changed}
	const open = new Map(); // by descriptor: {path, file, at}
	const dirty = new Set(); // paths that differ from the database
	const constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
	let next = 100, database = null, writing = Promise.resolve(), fetched, tell;

	const failure = (code) => Object.assign(new Error(code), { code });
	const folderOf = (path) => path.slice(0, path.lastIndexOf("/")) || "/";
	const clean = (path) => {
		const parts = [];
		for (const part of path.split("/")) if (part === "..") parts.pop(); else if (part && part !== ".") parts.push(part);
		return "/" + parts.join("/");
	};
	const kept = (path) => path.startsWith("/save/");
	const touch = (path) => { if (kept(path)) dirty.add(path); };
	const find = (path) => files.get(clean(path)) ?? (() => { throw failure("ENOENT"); })();
	const of = (fd) => open.get(fd) ?? (() => { throw failure("EBADF"); })();
	const addFolder = (path) => files.set(path, { folder: true, changed: Date.now() });
	for (const path of ["/", "/tmp", "/save", "/nets"]) addFolder(path);

	const resize = (file, size) => {
		if (size > file.data.length) {
			const data = new Uint8Array(Math.max(size, 2 * file.data.length));
			data.set(file.data.subarray(0, file.size));
			file.data = data;
		}
		if (size < file.size) file.data.fill(0, size, file.size);
		file.size = size;
		file.changed = Date.now();
	};

	const stat = (file) => ({
		dev: 1, ino: 0, mode: file.folder ? 0o40777 : 0o100666, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 0,
		size: file.folder ? 0 : file.size, atimeMs: file.changed, mtimeMs: file.changed, ctimeMs: file.changed,
		isDirectory: () => Boolean(file.folder),
	});

	const setTrouble = (trouble) => {
		if (api.trouble === trouble) return;
		api.trouble = trouble;
		tell(trouble);
	};

	// flush writes what has changed to the database. If the database takes nothing more, the files
	// stay in memory, and the next call tries again.
	const flush = () => writing = writing.then(() => new Promise((done) => {
		if (!database || !dirty.size) return done();
		const now = [...dirty];
		dirty.clear();
		const failed = () => {
			for (const path of now) dirty.add(path);
			setTrouble("full");
			done();
		};
		try {
			const change = database.transaction("files", "readwrite"), table = change.objectStore("files");
			for (const path of now) {
				const file = files.get(path);
				if (!file) table.delete(path);
				else table.put(file.folder ? { folder: true, changed: file.changed } : { data: file.data.slice(0, file.size), changed: file.changed }, path);
			}
			change.oncomplete = () => { setTrouble(""); done(); };
			change.onabort = failed;
		} catch { failed(); }
	}));

	// read fills the memory from the database.
	const read = () => new Promise((done) => {
		const none = () => { database = null; setTrouble("none"); done(); };
		let request;
		try { request = indexedDB.open("gammonlab", 1); } catch { return none(); }
		request.onupgradeneeded = () => request.result.createObjectStore("files");
		request.onerror = none;
		request.onsuccess = () => {
			database = request.result;
			database.onversionchange = () => database.close();
			const cursor = database.transaction("files").objectStore("files").openCursor();
			cursor.onerror = none;
			cursor.onsuccess = () => {
				const at = cursor.result;
				if (!at) return done();
				const { folder, data, changed } = at.value;
				files.set(at.key, folder ? { folder, changed } : { data, size: data.length, changed });
				at.continue();
			};
		};
	});

	const text = new TextDecoder();
	const calls = {
		async open(path, flags) {
			path = clean(path);
			let file = files.get(path);
			if (file?.missing) {
				const data = await fetched(path);
				if (!data) throw failure("ENOENT");
				Object.assign(file, { data, size: data.length, missing: false });
			}
			if (file && flags & constants.O_CREAT && flags & constants.O_EXCL) throw failure("EEXIST");
			if (!file) {
				if (!(flags & constants.O_CREAT && files.get(folderOf(path))?.folder)) throw failure("ENOENT");
				files.set(path, file = { data: new Uint8Array(0), size: 0, changed: Date.now() });
				touch(path);
			}
			if (file.folder && flags & 3) throw failure("EISDIR");
			if (flags & constants.O_DIRECTORY && !file.folder) throw failure("ENOTDIR");
			if (flags & constants.O_TRUNC) resize(file, 0), touch(path);
			open.set(++next, { path, file, at: 0, append: Boolean(flags & constants.O_APPEND) });
			return next;
		},
		close(fd) { of(fd); open.delete(fd); flush(); },
		read(fd, buffer, offset, length, position) {
			const f = of(fd), from = position ?? f.at;
			const part = f.file.data.subarray(Math.min(from, f.file.size), Math.min(from + length, f.file.size));
			buffer.set(part, offset);
			if (position === null) f.at += part.length;
			return part.length;
		},
		write(fd, buffer, offset, length, position) {
			if (fd <= 2) return api.fs.writeSync(fd, buffer.subarray(offset, offset + length));
			const f = of(fd), from = f.append ? f.file.size : position ?? f.at;
			if (from + length > f.file.size) resize(f.file, from + length);
			f.file.data.set(buffer.subarray(offset, offset + length), from);
			f.file.changed = Date.now();
			if (position === null) f.at = from + length;
			touch(f.path);
			return length;
		},
		fsync: flush,
		ftruncate(fd, size) { const f = of(fd); resize(f.file, size); touch(f.path); },
		truncate(path, size) { resize(find(path), size); touch(clean(path)); },
		fstat: (fd) => stat(of(fd).file),
		stat: (path) => stat(find(path)),
		lstat: (path) => stat(find(path)),
		mkdir(path) {
			path = clean(path);
			if (files.has(path)) throw failure("EEXIST");
			if (!files.get(folderOf(path))?.folder) throw failure("ENOENT");
			addFolder(path);
			touch(path);
		},
		readdir(path) {
			path = clean(path);
			if (!find(path).folder) throw failure("ENOTDIR");
			return [...files.keys()].filter((p) => p !== "/" && folderOf(p) === path).map((p) => p.slice(p.lastIndexOf("/") + 1));
		},
		unlink(path) {
			if (find(path).folder) throw failure("EISDIR");
			files.delete(clean(path));
			touch(clean(path));
			flush();
		},
		rmdir(path) {
			if (calls.readdir(path).length) throw failure("ENOTEMPTY");
			files.delete(clean(path));
			touch(clean(path));
		},
		rename(from, to) {
			[from, to] = [clean(from), clean(to)];
			find(from);
			if (!files.get(folderOf(to))?.folder) throw failure("ENOENT");
			for (const [path, file] of [...files]) {
				if (path !== from && !path.startsWith(from + "/")) continue;
				const target = to + path.slice(from.length);
				files.delete(path);
				files.set(target, file);
				for (const f of open.values()) if (f.path === path) f.path = target;
				touch(path);
				touch(target);
			}
			flush();
		},
		chmod() {}, fchmod() {}, chown() {}, fchown() {}, lchown() {},
		readlink() { throw failure("EINVAL"); }, link() { throw failure("ENOSYS"); }, symlink() { throw failure("ENOSYS"); },
		utimes(path, _, changed) { find(path).changed = 1000 * changed; },
	};

	const fs = { constants, writeSync(fd, bytes) { console.log(text.decode(bytes).trimEnd()); return bytes.length; } };
	for (const [name, call] of Object.entries(calls)) {
		fs[name] = (...args) => {
			const callback = args.pop();
			try {
				const result = call(...args);
				if (result instanceof Promise) result.then((value) => callback(null, value), (error) => callback(error));
				else queueMicrotask(() => callback(null, result));
			} catch (error) { queueMicrotask(() => callback(error)); }
		};
	}
	// prepare reads the database. fetch returns the bytes of one of the nets, null if it cannot
	// be had; tell is called when the trouble begins or ends.
	const prepare = async (nets, fetch, told) => {
		[fetched, tell] = [fetch, told];
		await read();
		for (const name of nets) files.set("/nets/" + name, { data: new Uint8Array(0), size: 0, changed: 0, missing: true });
	};
	const api = { fs, prepare, flush, trouble: "" }; // trouble is "none" if nothing is kept, "full" if the last changes are not
	return api;
})();

globalThis.fs = fileStore.fs;
globalThis.process = {
	getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 1,
	umask: () => 0, cwd: () => "/", chdir() {},
};
globalThis.path = { resolve: (...parts) => {
	let all = "";
	for (const part of parts) all = part.startsWith("/") ? part : all + "/" + part;
	return all || "/";
} };
