package site

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// packer compresses the response of a request whose client accepts gzip, if it is text. It
// leaves streams alone, because they are sent line by line.
type packer struct {
	http.ResponseWriter
	began bool
	pack  *gzip.Writer // nil if the response is not compressed
}

// packers has unused writers, because each needs a megabyte.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// packed reports whether the response to a request can be compressed.
func packed(r *http.Request) bool {
	for encoding := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(encoding), ";")
		if name == "gzip" && strings.TrimSpace(quality) != "q=0" {
			return r.Method != http.MethodHead
		}
	}
	return false
}

// isText reports whether a type of content becomes smaller.
func isText(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	return strings.HasPrefix(kind, "text/") && kind != "text/event-stream" ||
		strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "+xml") || kind == "application/wasm"
}

// begin decides about a response with a status.
func (p *packer) begin(status int) {
	h := p.Header()
	empty := status == http.StatusNoContent || status == http.StatusNotModified
	if p.began {
		return
	}
	if !empty && isText(h.Get("Content-Type")) && h.Get("Content-Encoding") == "" && h.Get("Content-Length") == "" {
		h.Set("Content-Encoding", "gzip")
		p.pack = packers.Get().(*gzip.Writer)
		p.pack.Reset(p.ResponseWriter)
	}
	p.began = true
}

// WriteHeader implements [http.ResponseWriter].
func (p *packer) WriteHeader(status int) {
	if status >= http.StatusOK {
		p.begin(status)
	}
	p.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (p *packer) Write(b []byte) (int, error) {
	p.begin(http.StatusOK)
	if p.pack == nil {
		return p.ResponseWriter.Write(b)
	}
	return p.pack.Write(b)
}

// Unwrap returns the wrapped writer for [http.ResponseController].
func (p *packer) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// end writes the end of the compressed response.
func (p *packer) end() {
	if p.pack != nil {
		p.pack.Close() // an error means that the client is gone
		packers.Put(p.pack)
	}
}
