package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"strconv"

	"gammonlab/board"
	"gammonlab/internal/version"
)

// identity returns all that the rows depend on. inputs stands for the files.
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
		"inputs":       {inputs != "", inputs},
		"starts":       {len(s.Starts) > 0, digestOf(s.Starts)},
		"random_plies": {s.RandomPlies.To > 0, s.RandomPlies.String()},
		"epsilon":      {s.Epsilon > 0, number(s.Epsilon)},
		"games_bound":  {s.Games > 0, strconv.FormatInt(s.Games, 10)},
		"bound":        {s.Positions > 0, strconv.FormatInt(s.Positions, 10)},
		"quota":        {s.Quotas != nil, QuotaText(s.Quotas)},
		"classes":      {s.Classes != nil, classList(s.Classes)},
		"per_game":     {s.PerGame > 0, strconv.Itoa(s.PerGame)},
		"informative":  {s.Informative.Static != nil, number(s.Informative.Threshold)},
	} {
		if value.set {
			id[key] = value.text
		}
	}
	for i, p := range s.Players {
		id[[]string{"player", "opponent"}[i]] = p.Name
	}
	maps.Copy(id, s.Identity)
	return id
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// digestOf stands for positions.
func digestOf(positions []board.Position) string {
	sum := sha256.New()
	for i := range positions {
		key := positions[i].Key()
		sum.Write(key[:])
	}
	return fmt.Sprintf("%d positions, sha256 %s", len(positions), hex.EncodeToString(sum.Sum(nil)))
}
