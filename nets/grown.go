package nets

import (
	"encoding/json"

	"gammonlab/internal/version"
)

// NewGrown returns a model of a net that [Grow] created from the parent's net with the
// seed. The provenance of the model records the parent, the new shape and the seed.
func NewGrown(parent *Model, grown *Net, seed uint64) (*Model, error) {
	digest, err := parent.Digest()
	if err != nil {
		return nil, err
	}
	spec := grown.Spec()
	config, err := json.Marshal(map[string]any{
		"features": spec.Features, "hidden": FormatHidden(spec.Hidden), "seed": seed,
	})
	if err != nil {
		return nil, err
	}
	m := NewModel(grown, parent.Variant)
	m.Provenance = map[string]string{
		"made_by": "gammonlab weights grow",
		"toolkit": version.Toolkit,
		"parent":  digest,
		"config":  string(config),
	}
	return m, nil
}
