package report

import (
	"encoding/json"
	"testing"

	"gammonlab/datasets"
	"gammonlab/internal/must"
)

// The JSON form of cubeful values names the score, and only those that are known.
func TestCubesRecord(t *testing.T) {
	var c datasets.Cubes
	c.ClearCubes()
	if cubesRecord(&c) != nil {
		t.Errorf("without values: %+v", cubesRecord(&c))
	}
	c.States[datasets.MoneyJacoby] = 0.5
	wantJSON(t, &c, `{"jacoby":0.5,"owned":null,"against":null,"match":null}`)
	c.States[datasets.MatchCentred], c.States[datasets.MatchAgainst] = 0.25, -1
	c.OwnAway, c.OppAway, c.MatchCube = 3, 5, 2
	wantJSON(t, &c, `{"jacoby":0.5,"owned":null,"against":null,"match":{"own_away":3,"opp_away":5,"cube":2,"centred":0.25,"owned":null,"against":-1}}`)
}

func wantJSON(t *testing.T, c *datasets.Cubes, want string) {
	t.Helper()
	if got := string(must.Get(json.Marshal(cubesRecord(c)))(t)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
