package generate

import (
	"fmt"
	"maps"
	"strconv"

	"gammonlab/board/pattern"
	"gammonlab/engine"
	"gammonlab/internal/identity"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/version"
)

// identity returns all settings that the rows depend on. inputs is the digest of the
// input files.
func (s *Settings) identity(inputs string) map[string]string {
	id := map[string]string{
		"made_by": "gammonlab dataset generate",
		"toolkit": version.Toolkit,
		"seed":    strconv.FormatUint(s.Seed, 10),
	}
	for key, value := range map[string]struct {
		set  bool
		text string
	}{
		"inputs":           {inputs != "", inputs},
		"trace":            {s.Trace != nil, s.Trace.text()},
		"random_plies":     {s.RandomPlies.To > 0, s.RandomPlies.String()},
		"epsilon":          {s.Epsilon > 0, number(s.Epsilon)},
		"games":            {s.Games > 0, strconv.FormatInt(s.Games, 10)},
		"positions":        {s.Positions > 0, strconv.FormatInt(s.Positions, 10)},
		"quota":            {s.Quotas != nil, QuotaText(s.Quotas)},
		"class":            {s.Classes != nil, classList(s.Classes)},
		"kind":             {s.Kinds != nil, pattern.KindNames(s.Kinds)},
		"where":            {s.Where != nil, s.Where.String()},
		"odd":              {s.Odd, "true"},
		"per_game":         {s.PerGame > 0, strconv.Itoa(s.PerGame)},
		identity.Kernel:    {len(s.Players) > 0 || s.Informative.Static != nil, kernel.Class()},
		"position_weights": {s.Weights != WeightsOfFiles, string(s.Weights)},
		"informative":      {s.Informative.Static != nil, number(s.Informative.Threshold)},
	} {
		if value.set {
			id[key] = value.text
		}
	}
	if s.Starts != nil {
		id["starts"] = s.Starts.String()
	}
	for i, p := range s.Players {
		id[[]string{"player", "opponent"}[i]] = p.Name
	}
	maps.Copy(id, s.Identity)
	return id
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// text describes the settings of games with labels, except the model.
func (t *Trace) text() string {
	if t == nil {
		return ""
	}
	text := fmt.Sprintf("λ %s, prune %v", t.Lambda, t.Prune)
	if t.Sieve != (engine.Sieve{}) {
		text += ", sieve " + t.Sieve.String()
	}
	if t.Alternatives != (engine.Sieve{}) {
		text += ", alternatives " + t.Alternatives.String()
	}
	return text
}
