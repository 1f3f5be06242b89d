package main

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
)

// bom is a list of the contents of a program in the format CycloneDX 1.5.
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type     string          `json:"type"`
	Ref      string          `json:"bom-ref"`
	Name     string          `json:"name"`
	Version  string          `json:"version"`
	PURL     string          `json:"purl,omitempty"`
	Licences []licenceChoice `json:"licenses,omitempty"`
}

type licenceChoice struct {
	Licence struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	} `json:"license"`
}

// sbom returns the list of the modules in the program.
func (r *release) sbom(all []*module) ([]byte, error) {
	b := bom{
		Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: metadata{
			Timestamp: r.made.Format(time.RFC3339),
			Component: component{Type: "application", Ref: r.name, Name: r.name, Version: r.version},
		},
	}
	for _, m := range all {
		c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: m.purl()}
		c.Ref = c.PURL
		c.Licences = m.choices()
		b.Components = append(b.Components, c)
	}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// choices returns the known licences of the module itself, or else the name of the
// first licence file.
func (m *module) choices() []licenceChoice {
	var all []licenceChoice
	name := ""
	for _, l := range m.licences {
		switch {
		case strings.ContainsAny(l.name, `/\`): // a licence of code from another project
		case l.id != "":
			var choice licenceChoice
			choice.Licence.ID = l.id
			all = append(all, choice)
		case name == "":
			name = l.name
		}
	}
	if len(all) == 0 && name != "" {
		all = make([]licenceChoice, 1)
		all[0].Licence.Name = name
	}
	return all
}

// purl returns the address of a package: https://github.com/package-url.
func (m *module) purl() string {
	kind := "golang"
	version := m.Version
	switch {
	case m.Path == "std":
		version = strings.TrimPrefix(version, "go")
	case !strings.Contains(m.Path, "."):
		kind = "npm"
	}
	return "pkg:" + kind + "/" + (&url.URL{Path: m.Path}).EscapedPath() + "@" + url.QueryEscape(version)
}
