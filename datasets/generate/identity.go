package generate

import (
	"maps"
	"strconv"

	"gammonlab/engine/named"
	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// identity returns all settings that the rows depend on. inputs is the digest of the
// input files.
func (s *Settings) identity(inputs string) map[string]string {
	own := *s
	for _, p := range own.players() {
		p.Name = nameOf(p)
	}
	own = named.Identify(own)
	own.Out, own.Files, own.Variant, own.Starts = "", Files{}, 0, nil // the database has the variant
	id := map[string]string{"made_by": "gammonlab dataset generate", "toolkit": version.Toolkit}
	for _, f := range setting.Fields(&own) {
		if f.IsSet() {
			id[string(f.Name)] = f.String()
		}
	}
	if inputs != "" {
		id["inputs"] = inputs
	}
	if s.Drawn != nil {
		id["starts"] = s.Drawn.String()
	}
	if len(s.players()) > 0 || s.Informative != nil {
		id[identity.Kernel] = kernel.Class()
	}
	maps.Copy(id, s.Identity)
	return id
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
