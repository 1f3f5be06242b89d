package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"

	"gammonlab/desk/pages/problem"
)

// asset is a file of the program that pages load. Its URL contains a hash, so browsers
// may cache it without limit.
type asset struct {
	kind    string
	content []byte
}

// imported matches the import of a script by a script.
var imported = regexp.MustCompile(`from "\./([\w.-]+)"`)

// AddAsset adds a file that pages load; {{asset "name"}} in a template is its URL. A name
// stands for one file. Scripts import scripts that were added before as "./name".
func (s *Site) AddAsset(name string, content []byte) {
	content = imported.ReplaceAllFunc(content, func(found []byte) []byte {
		if url, ok := s.urls[string(imported.FindSubmatch(found)[1])]; ok && path.Ext(name) == ".js" {
			return fmt.Appendf(nil, "from %q", url)
		}
		return found
	})
	hash := sha256.Sum256(content)
	extension := path.Ext(name)
	file := strings.TrimSuffix(name, extension) + "." + hex.EncodeToString(hash[:8]) + extension
	kind := mime.TypeByExtension(extension)
	switch extension { // which some systems do not know
	case ".webmanifest":
		kind = "application/manifest+json"
	case ".woff2":
		kind = "font/woff2"
	}
	s.assets[file] = &asset{kind, content}
	s.urls[name] = "/assets/" + file
}

// assetURL returns the URL of an asset.
func (s *Site) assetURL(name string) (string, error) {
	url, ok := s.urls[name]
	if !ok {
		return "", fmt.Errorf("no asset %q was added", name)
	}
	return url, nil
}

// serveAsset writes an asset.
func (s *Site) serveAsset(w http.ResponseWriter, r *http.Request) error {
	a := s.assets[r.PathValue("name")]
	if a == nil {
		return problem.NotFound("file", r.PathValue("name"))
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write(a.content)
	return nil
}
