package protocols

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/evaluator"
	"gammonlab/engine/named"
	"gammonlab/internal/digest"
)

// served has the settings of the evaluator. Who asks has databases of its own.
type served struct {
	named.Strength `group:"Model and search"`
}

// Defaults returns the defaults that differ.
func (*served) Defaults() map[string]string {
	return map[string]string{"bearoff": "none", "plies": "0"}
}

// digest returns the digest of what answers depend on, "" if the model tells none.
func (s *served) digest() (string, error) {
	if s.Model.Digest() == "" {
		return "", nil
	}
	return digest.JSON(named.Identify(s.Strength))
}

// Evaluator returns the command evaluator.
func Evaluator() *cli.Command {
	return &cli.Command{
		Name:  "evaluator",
		Usage: "answer other programs about positions, many at a time, by the evaluator protocol",
		Description: `Writes a line of JSON and then answers frames of positions with five probabilities each, until
its input ends. docs/evaluator-protocol.md describes the protocol. gammonlab itself takes such programs as
models: --model "evaluator:COMMAND".

Example:
   gammonlab evaluator --model large --plies 1
   gammonlab bench match --a "net:evaluator:python3 net.py" --b net:default --games 2000`,
		Flags: append(cliutil.FlagsOf(new(served), "filter", "cubeplies", "rollers", "time"), cliutil.WorkersFlag()),
		Action: cliutil.NoArguments(func(c *cli.Context) error {
			s := new(served)
			if err := cliutil.ReadSettings(c, s, nil); err != nil {
				return err
			}
			if err := cliutil.OpenNet(c, cliutil.Opener(c), s, &s.Net); err != nil {
				return err
			}
			id, err := s.digest()
			if err != nil {
				return err
			}
			searcher, err := s.Searcher(cliutil.Workers(c))
			if err != nil {
				return err
			}
			answerers := []evaluator.Answerer{evaluator.Of(searcher)} // which searches with all workers
			if s.Plies == 0 {
				for range cliutil.Workers(c) - 1 {
					answerers = append(answerers, evaluator.Of(searcher.Static().Clone()))
				}
			}
			hello := evaluator.Hello{Name: "gammonlab " + s.Model.Name, Digest: id}
			return evaluator.Serve(answerers, hello, s.Game(), c.App.Reader, c.App.Writer)
		}),
	}
}
