package api

import "gammonlab/desk/pages/games"

// Requests and Answers are the types behind the schemas of openapi.json.
var (
	Requests = map[string]any{"EvaluateRequest": evaluateRequest{}, "HintRequest": hintRequest{},
		"GameRequest": games.Settings{}, "ActionRequest": games.Action{}}
	Answers = map[string]any{"Moves": moveAnswer{}, "Eval": evalAnswer{}, "GameSettings": games.Settings{}, "Warned": games.Action{}}
)

// Description is openapi.json.
func Description() []byte { return description() }

// Parameters returns the bounds of the parameters of /move or /eval.
func Parameters(dice bool) map[string][2]int {
	bounds := map[string][2]int{}
	for name, p := range new(query).parameters(dice) {
		bounds[name] = [2]int{p.least, p.most}
	}
	return bounds
}

// Parse reads a query as the calls do, up to the position.
func Parse(raw string, dice bool) error {
	q, err := parseQuery(raw, dice)
	if err != nil {
		return err
	}
	pos, err := q.position(0)
	if err != nil {
		return err
	}
	return pos.Validate(0)
}
