package ablate

import (
	"path/filepath"

	"gammonlab/nets"
)

// Report has the importance of groups of inputs for nets, as text and JSON.
type Report struct {
	Model        string      `json:"model,omitempty"`
	Set          string      `json:"features,omitempty"` // feature set of the net, if it was trained for the report
	Data         string      `json:"data"`
	Positions    int         `json:"positions"`
	Over         int         `json:"skipped_over"`
	OtherClass   int         `json:"skipped_other_classes"`
	TrainedOn    int         `json:"trained_on,omitempty"` // positions
	Epochs       int         `json:"epochs,omitempty"`     // epochs up to the best one
	Permutations int         `json:"permutations"`
	Seed         uint64      `json:"seed"`
	Nets         []NetReport `json:"nets"`
	Unasked      []nets.Part `json:"nets_without_positions,omitempty"`
}

// NetReport has the importance of the groups for one net.
type NetReport struct {
	Part      nets.Part `json:"part"`
	Shape     string    `json:"shape"`
	Features  string    `json:"features"`
	Positions int       `json:"positions"` // measured on
	Losses
	Groups []GroupReport `json:"groups"`
}

// Losses are a loss, or the increase of one.
type Losses struct {
	Divergence float64 `json:"loss" unit:"nats per position" better:"lower" meaning:"increase of the loss without a group of inputs, or the loss of the net"`              // nats per position
	Equity     float64 `json:"equity_rmse_meq" unit:"mEq" better:"lower" meaning:"increase of the error of the equity without a group of inputs, or the error of the net"` // thousandths of a point
}

// GroupReport has the importance of a group: all values are increases of the net's
// loss.
type GroupReport struct {
	Group    string `json:"group"`
	Inputs   int    `json:"inputs"`
	Shuffled struct {
		Losses
		LossSE float64 `json:"loss_standard_error"`
		MEqSE  float64 `json:"equity_rmse_meq_standard_error"`
	} `json:"shuffled"`
	LeftOut Losses  `json:"left_out"`
	Retrain *Losses `json:"trained_without,omitempty"`
}

// Add appends the measurements of a net.
func (r *Report) Add(part nets.Part, net *nets.Net, result *Result) {
	spec := net.Spec()
	w := NetReport{
		Part: part, Shape: spec.String(), Features: spec.Features, Positions: result.Base.Positions(),
		Losses: Losses{result.Base.Divergence(), result.Base.Equity()},
	}
	for _, e := range result.Groups {
		g := GroupReport{Group: e.Name, Inputs: len(e.Inputs), LeftOut: Losses(e.LeftOut), Retrain: (*Losses)(e.Retrain)}
		g.Shuffled.Losses = Losses(e.Shuffled)
		g.Shuffled.LossSE, g.Shuffled.MEqSE = e.Error.Divergence, e.Error.Equity
		w.Groups = append(w.Groups, g)
	}
	r.Nets = append(r.Nets, w)
}

// HideFolders leaves the last element of the path.
func (r *Report) HideFolders() { r.Data = filepath.Base(r.Data) }
