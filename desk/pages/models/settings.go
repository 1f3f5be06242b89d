package models

import (
	"encoding/json"
	"maps"

	"gammonlab/desk/pages/problem"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Read sets a struct of settings by a body, a JSON object or nil for none, and by the texts
// of a form. The default of the setting model, if it must have a
// value, is the first model.
func (m *Models) Read(settings any, body []byte, given map[setting.Name]string) error {
	const key = "model"
	var keys map[setting.Name]json.RawMessage
	_ = json.Unmarshal(body, &keys) // setting.Read returns the error
	for _, f := range setting.Fields(settings) {
		if f.Name == key && f.Needs == "" && (f.Required || f.Default != "") && keys[key] == nil && given[key] == "" {
			given = maps.Clone(given)
			if given == nil {
				given = map[setting.Name]string{}
			}
			given[key] = m.options.Names[0]
		}
	}
	return Plain(setting.ReadShared(settings, body, given))
}

// Opener returns the opener of the server: of its models, its databases and the match equity
// tables of the program. Clients start no programs and open no files.
func (m *Models) Opener() *named.Opener {
	return &named.Opener{
		Roller: rollers.Roller{},
		Model: func(name string) (*nets.Model, error) {
			model, err := m.Find(name)
			if err != nil {
				return nil, err
			}
			return model.Net(), nil
		},
		Program: func(name string) (named.Program, error) {
			model, err := m.Find(name)
			if err != nil {
				return nil, err
			}
			return model.program, nil
		},
		Databases: func(names string) (*engine.Databases, error) {
			switch names {
			case "default":
				return m.Databases(), nil
			case "none":
				return nil, nil
			}
			return nil, problem.New(400, "bearoff is %q, want default or none", names)
		},
		MET: func(name string) (*cube.MET, error) {
			if name == "" {
				return m.MET(), nil
			}
			return cube.NamedMET(name)
		},
		Only: "the server plays only nets, pubeval and random",
	}
}

// Plain returns an error about a setting with the setting's name instead of a package.
func Plain(err error) error {
	if of := setting.Errors(err); len(of) > 0 {
		return problem.New(400, "%s", of[0].Text(func(n setting.Name) string { return string(n) }))
	}
	return problem.Bad(err)
}
