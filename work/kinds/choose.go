package kinds

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"gammonlab/engine/named"
	"gammonlab/internal/result"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/work"
)

// chooseWork has the settings of the command weights choose.
type chooseWork struct {
	Candidate named.Model `json:"candidate" required:"true" place:"CANDIDATE" help:"<CANDIDATE>"`
	Other     named.Model `json:"other" required:"true" place:"OTHER" help:"<OTHER> model"`
	modelOut
	MatchFile string  `json:"result" required:"true" path:"in" help:"<FILE> with the result of bench match --json"`
	Sigmas    float64 `json:"sigmas" help:"least score of the candidate, in <N> standard errors"`

	match *chosen // after Open
	model *nets.Model
}

// chosen is the result of the command.
type chosen struct {
	Out     string  `json:"out"`
	Chosen  string  `json:"chosen"`                                                                                    // candidate or other
	PPG     float64 `json:"ppg" unit:"points" better:"higher" table:"true" meaning:"points per game of the candidate"` // of the candidate
	PPGLow  float64 `json:"ppg_low"`
	PPGHigh float64 `json:"ppg_high"`
}

// Text returns a sentence.
func (r *chosen) Text() string {
	return fmt.Sprintf("%s: the %s, since the candidate scored %s per game in the match\n",
		r.Out, r.Chosen, result.Points.Signed(r.PPG, (r.PPGHigh-r.PPGLow)/2))
}

// CheckArguments returns an error unless the command has two nets.
func (*chooseWork) CheckArguments(all []string) error {
	if len(all) != 2 {
		return fmt.Errorf("%d arguments, want the candidate and the other net", len(all))
	}
	return nil
}

// Validate returns an error for another extension of the output than models have.
func (w *chooseWork) Validate() error { return w.check() }

// sigmasOfInterval is half the length of a 95 % interval in standard errors.
const sigmasOfInterval = 1.96

// Open reads the result of the match, and loads the better net.
func (w *chooseWork) Open(o *named.Opener) (err error) {
	if w.match, err = readMatch(w.MatchFile); err != nil {
		return setting.In("result", err)
	}
	r, name := w.match, w.Other.Name
	r.Out, r.Chosen = w.Out, "other"
	if r.PPG > w.Sigmas*(r.PPGHigh-r.PPGLow)/2/sigmasOfInterval {
		name, r.Chosen = w.Candidate.Name, "candidate"
	}
	w.model, err = loadNets(o, name)
	return err
}

// readMatch reads the score of a match.
func readMatch(path string) (*chosen, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var score struct {
		PPG  *float64 `json:"ppg"`
		Low  *float64 `json:"ppg_low"`
		High *float64 `json:"ppg_high"`
	}
	if err := json.Unmarshal(text, &score); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if score.PPG == nil || score.Low == nil || score.High == nil {
		return nil, fmt.Errorf("%s has no ppg with its interval, want the output of %s", path, "bench match --json")
	}
	return &chosen{PPG: *score.PPG, PPGLow: *score.Low, PPGHigh: *score.High}, nil
}

func chooseKind() work.Kind[chooseWork, *chosen] {
	return work.Kind[chooseWork, *chosen]{
		Name: "weights choose", Title: "Better of two nets", Unit: "models",
		Usage: "write the better of two nets, by a match between them",
		Help: `Writes CANDIDATE if it won the match, otherwise OTHER. --result is the output of bench match --json
with CANDIDATE as player a. CANDIDATE has won if its points per game are more than --sigmas
standard errors above 0. With 0, the default, small improvements are not lost, and lucky
candidates are replaced later; 1.96 rarely takes a candidate by luck, but refuses most that are a
little better.

Recipes use it for the best net so far (docs/recipes.md).

Example:
   gammonlab weights choose --result match.json --out best.safetensors new.safetensors old.safetensors
   # after gammonlab bench match --a net:new.safetensors --b net:old.safetensors --luck a --json >match.json`,
		Local: true, Serial: true,
		Run: func(_ context.Context, w *chooseWork, _ *work.Env) (*chosen, error) {
			if err := w.model.Save(w.Out); err != nil {
				return nil, err
			}
			return w.match, nil
		},
	}
}
