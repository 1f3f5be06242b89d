// Package about implements the page about the program: version, nets, databases,
// licences of its contents, and keys.
//
// Not for other modules.
package about

import (
	_ "embed"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/vendored"
	"gammonlab/evalbench/promotion"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
)

//go:embed about.html
var pageText string

//go:embed LICENSE
var licence string

// Register adds the page.
func Register(s *site.Site, l *backend.Backend) error {
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	libraries, err := newLibraries()
	if err != nil {
		return err
	}
	describe := sync.OnceValues(func() ([]model, error) { return describeModels(l) }) // digests take long
	s.AddLink(site.Link{Path: "/about", Name: "About", Purpose: "Version, nets, bear-off databases, licences and keys."})
	s.Page("GET /about", func(w http.ResponseWriter, r *http.Request) error {
		all, err := describe()
		if err != nil {
			return err
		}
		return s.Show(w, r, t, "About", &page{
			Version: version.Toolkit, Revision: version.Revision(), Licence: licence,
			Models: all, Databases: l.Models.Databases().Names(),
			Libraries: libraries, Modules: modules(),
			Keyed: slices.DeleteFunc(s.Links(), func(l site.Link) bool { return len(l.Keys) == 0 }),
		})
	})
	return nil
}

// page is the data of the template.
type page struct {
	Version, Revision, Licence string

	Models    []model
	Databases []string
	Libraries []library
	Modules   []*debug.Module
	Keyed     []site.Link // pages that have keys
}

// model is a net of the server with its description.
type model struct{ Name, Description string }

// describeModels returns the models with their descriptions.
func describeModels(l *backend.Backend) ([]model, error) {
	var all []model
	for _, name := range l.Models.Names() {
		m, err := l.Models.Find(name)
		if err != nil {
			return nil, err
		}
		text, err := description(m)
		if err != nil {
			return nil, err
		}
		all = append(all, model{name, strings.TrimSpace(text)})
	}
	return all, nil
}

// description returns the description of a net, or of a program that evaluates.
func description(m *models.Model) (string, error) {
	if m.Net() == nil {
		digest, err := m.Static().Digest()
		if err != nil {
			digest = "none"
		}
		return plaintext.Fields("", [][2]string{{"model", m.Name}, {"variant", m.Variant().String()}, {"digest", digest}}), nil
	}
	info, err := promotion.NewInfo(m.Name, m.Net())
	if err != nil {
		return "", err
	}
	return info.Text(), nil
}

// library is a vendored library with its licence.
type library struct {
	*vendored.Library
	Text string
}

func newLibraries() ([]library, error) {
	all, err := vendored.Libraries()
	if err != nil {
		return nil, err
	}
	var list []library
	for _, l := range all {
		text, err := l.LicenceText()
		if err != nil {
			return nil, err
		}
		list = append(list, library{l, text})
	}
	return list, nil
}

// modules returns the Go modules that the program contains, nil if unknown.
func modules() []*debug.Module {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	return info.Deps
}
