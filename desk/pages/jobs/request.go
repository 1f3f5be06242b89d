package jobs

import (
	"encoding/json"
	"maps"

	"gammonlab/desk/pages/models"
	"gammonlab/internal/setting"
)

// request are the settings of a job as the client gave them: in a body, or as the texts of a
// form.
type request struct {
	Body  json.RawMessage         `json:"body,omitempty"`
	Given map[setting.Name]string `json:"given,omitempty"`
}

// read returns the settings, which are not open yet.
func (r *request) read(of *Kind, m *models.Models) (any, error) {
	settings := of.New()
	return settings, m.Read(settings, r.Body, r.Given)
}

// fix adds the model that is the default, so that the request means the same on a server whose
// first model is another.
func (r *request) fix(settings any) {
	const key = "model"
	for _, f := range setting.Fields(settings) {
		if f.Name != key || !f.IsSet() || f.Needs != "" {
			continue
		}
		var body map[setting.Name]json.RawMessage
		_ = json.Unmarshal(r.Body, &body) // it was read before
		if body[key] == nil && r.Given[key] == "" {
			if r.Given = maps.Clone(r.Given); r.Given == nil {
				r.Given = map[setting.Name]string{}
			}
			r.Given[key] = f.String()
		}
	}
}
