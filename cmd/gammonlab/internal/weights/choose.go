package weights

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

func chooseCommand() *cli.Command {
	return &cli.Command{
		Name:      "choose",
		Usage:     "write the better of two nets, by a match between them",
		ArgsUsage: "CANDIDATE OTHER",
		Description: `Writes CANDIDATE if it won the match, otherwise OTHER. --result is the output of bench match --json
with CANDIDATE as player a. CANDIDATE has won if its points per game are more than --sigmas
standard errors above 0. With 0, the default, small improvements are not lost, and lucky
candidates are replaced later; 1.96 rarely takes a candidate by luck, but refuses most that are a
little better.

Recipes use it for the best net so far (docs/recipes.md).

Example:
   gammonlab weights choose --result match.json --out best.safetensors new.safetensors old.safetensors
   # after gammonlab bench match --a net:new.safetensors --b net:old.safetensors --luck a --json >match.json`,
		Flags: []cli.Flag{
			outFlag(),
			&cli.StringFlag{Name: "result", Usage: "`FILE` with the result of bench match --json, required"},
			&cli.Float64Flag{Name: "sigmas", Usage: "least score of the candidate, in `N` standard errors"},
			cliutil.JSONFlag(chosen{}),
		},
		Action: writes(runChoose),
	}
}

// chosen is the result of the command.
type chosen struct {
	Out     string  `json:"out"`
	Chosen  string  `json:"chosen"` // candidate or other
	PPG     float64 `json:"ppg"`    // of the candidate
	PPGLow  float64 `json:"ppg_low"`
	PPGHigh float64 `json:"ppg_high"`
}

// Text returns a sentence.
func (r *chosen) Text() string {
	return fmt.Sprintf("%s: the %s, which the match gives %+.4f ppg to the candidate, 95%% interval %+.4f to %+.4f\n",
		r.Out, r.Chosen, r.PPG, r.PPGLow, r.PPGHigh)
}

// sigmasOfInterval is half the length of a 95 % interval in standard errors.
const sigmasOfInterval = 1.96

// runChoose runs the command.
func runChoose(c *cli.Context) error {
	out := c.String("out")
	if c.NArg() != 2 {
		return cliutil.Usagef("%d arguments, want the candidate and the other net", c.NArg())
	}
	r, err := readMatch(c.String("result"))
	if err != nil {
		return err
	}
	name := c.Args().Get(1)
	r.Out, r.Chosen = out, "other"
	if r.PPG > c.Float64("sigmas")*(r.PPGHigh-r.PPGLow)/2/sigmasOfInterval {
		name, r.Chosen = c.Args().First(), "candidate"
	}
	model, err := cliutil.LoadModel(name)
	if err != nil {
		return err
	}
	if err := model.Save(out); err != nil {
		return err
	}
	return cliutil.PrintResult(c, r)
}

// readMatch reads the score of a match.
func readMatch(path string) (*chosen, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, cliutil.Usagef("--result: %w", err)
	}
	var score struct {
		PPG  *float64 `json:"ppg"`
		Low  *float64 `json:"ppg_low"`
		High *float64 `json:"ppg_high"`
	}
	if err := json.Unmarshal(text, &score); err != nil {
		return nil, cliutil.Usagef("--result: %s: %w", path, err)
	}
	if score.PPG == nil || score.Low == nil || score.High == nil {
		return nil, cliutil.Usagef("--result: %s has no ppg with its interval, want the output of bench match --json", path)
	}
	return &chosen{PPG: *score.PPG, PPGLow: *score.Low, PPGHigh: *score.High}, nil
}
