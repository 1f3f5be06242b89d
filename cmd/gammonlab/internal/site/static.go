// Package site implements the command site: the pages of serve for players as a folder of
// files for any web host. The program, compiled to WebAssembly, runs in a service worker and
// answers the requests of the pages with the handlers of the server (program). The worker
// gives it a file system (files/files.js), which the browser's database keeps.
package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/andybalholm/brotli"

	"gammonlab/internal/atomicfile"
	"gammonlab/nets"
	"gammonlab/nets/kernel/simd128"
)

//go:embed files
var files embed.FS

// programName is the name of the program in the folder.
const programName = "gammonlab.wasm"

// workerName is the name of the service worker in the folder.
const workerName = "worker.js"

// missingName is the page that hosts send for addresses without a file. It opens the first
// page, which installs the program and then opens the wanted address.
const missingName = "404.html"

// pages are those of the navigation. Hosts that do not know missingName find it in folders of
// these names.
var pages = []string{"play", "analyse", "library", "study"}

// firstNet is the net that the first page loads; the others follow when they are wanted.
const firstNet = "fast.safetensors"

// release describes a site to its worker.
type release struct {
	Version    string            `json:"version"`    // digest of all files
	Core       []string          `json:"core"`       // files that are loaded at first
	Served     []string          `json:"served"`     // files that the worker answers without the program
	Compressed []string          `json:"compressed"` // files with a version .gz
	Nets       map[string]string `json:"nets"`       // files of nets by name
	FirstNet   string            `json:"firstNet"`
}

// folder are the files of a site by name.
type folder map[string][]byte

// newFolder returns the files of a site with a program and the script of its Go.
func newFolder(program, script []byte) (folder, error) {
	f := folder{programName: program, "links.wasm": simd128.Links, "kernel.wasm": simd128.Kernel}
	for _, name := range []string{"index.html", missingName, "boot.js", "offline.js", "site.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "wasm_exec.LICENSE.txt"} {
		content, err := files.ReadFile("files/" + name)
		if err != nil {
			return nil, err
		}
		f[name] = content
	}
	for _, page := range pages {
		f[page+"/index.html"] = f[missingName]
	}
	r := &release{
		Core:     []string{programName, "links.wasm", "kernel.wasm", "offline.js", "site.webmanifest", "icon.svg", "icon-192.png"},
		Served:   []string{"offline.js", "site.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"},
		Nets:     map[string]string{},
		FirstNet: firstNet,
	}
	if err := f.addNets(r); err != nil {
		return nil, err
	}
	return f, f.addWorker(r, script)
}

// addNets adds the shipped nets. Their names contain digests, so a browser keeps a net that a
// new version of the site has, too.
func (f folder) addNets(r *release) error {
	for _, name := range nets.Shipped() {
		model, err := nets.LoadShipped(name)
		if err != nil {
			return err
		}
		content, err := model.Encode()
		if err != nil {
			return err
		}
		file := "nets/" + name + "." + digest(content)[:8] + ".safetensors"
		r.Nets[name+".safetensors"], f[file] = file, content
	}
	return nil
}

// addWorker adds the worker, with the description of the site and the scripts that it needs, that
// of Go among them.
func (f folder) addWorker(r *release, script []byte) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if compressible(name) {
			r.Compressed = append(r.Compressed, name)
		}
		r.Version += digest(f[name])
	}
	store, err := files.ReadFile("files/files.js")
	if err != nil {
		return err
	}
	worker, err := files.ReadFile("files/worker.js")
	if err != nil {
		return err
	}
	all := bytes.Join([][]byte{simd128.Script, store, script, worker}, []byte("\n"))
	r.Version = digest(append([]byte(r.Version), all...))[:16]
	description, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f[workerName] = slices.Concat([]byte("const release = "), description, []byte(";\n"), all)
	return nil
}

// compressible reports whether versions of a file compressed in advance lie beside it.
func compressible(name string) bool {
	extension := path.Ext(name)
	return extension == ".wasm" || extension == ".safetensors"
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// write writes the files, and those of large ones that are compressed by gzip beside them; that
// of the program also by brotli if it is wanted, which takes a minute. It removes nothing. The
// worker is last: a browser that reads it finds the other files.
func (f folder) write(dir string, best bool) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(f)), func(name string) bool { return name == workerName })
	for _, name := range append(names, workerName) {
		versions, err := versionsOf(name, f[name], best)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		for suffix, content := range versions {
			if err := atomicfile.WriteFile(to+suffix, content); err != nil {
				return err
			}
		}
	}
	return nil
}

// versionsOf returns the versions of a file by the suffixes of their names.
func versionsOf(name string, content []byte, best bool) (map[string][]byte, error) {
	versions := map[string][]byte{"": content}
	if !compressible(name) {
		return versions, nil
	}
	pack := func(suffix string, open func(to io.Writer) (io.WriteCloser, error)) error {
		var packed bytes.Buffer
		w, err := open(&packed)
		if err == nil {
			_, err = w.Write(content)
		}
		if err == nil {
			err = w.Close()
		}
		versions[suffix] = packed.Bytes()
		return err
	}
	err := pack(".gz", func(to io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(to, gzip.BestCompression) })
	if err == nil && best && name == programName {
		err = pack(".br", func(to io.Writer) (io.WriteCloser, error) {
			return brotli.NewWriterOptions(to, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24}), nil
		})
	}
	return versions, err
}
