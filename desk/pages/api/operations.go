package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Operation is a call of the API.
type Operation struct {
	ID, Method, Path, Summary string

	Parameters []Parameter
	Body       string // an example; "" for calls without a body
	Stream     bool   // the response does not end soon
}

// Parameter is a parameter of the path or the query of a call.
type Parameter struct {
	Name, Help, Example string
	Required            bool
}

// documentedParameter is a parameter in openapi.json, or a reference to one.
type documentedParameter struct {
	Ref         string `json:"$ref"`
	Name        string
	In          string
	Description string
	Required    bool
	Example     any
}

// documentedCall is a call in openapi.json.
type documentedCall struct {
	OperationID string
	Summary     string
	Parameters  []documentedParameter
	RequestBody struct {
		Content map[string]struct{ Example json.RawMessage }
	}
	Responses map[string]struct {
		Content map[string]json.RawMessage
	}
}

// Operations lists the calls that the document of the API describes, by path and method.
func Operations() ([]Operation, error) {
	var document struct {
		Paths      map[string]map[string]documentedCall
		Components struct {
			Parameters map[string]documentedParameter
		}
	}
	if err := json.Unmarshal(description(), &document); err != nil {
		return nil, err
	}
	var all []Operation
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
			of := document.Paths[path][method]
			o := Operation{ID: of.OperationID, Method: strings.ToUpper(method), Path: path, Summary: of.Summary}
			for _, p := range of.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
					p = document.Components.Parameters[name]
				}
				if p.In != "header" {
					o.Parameters = append(o.Parameters, newParameter(&p))
				}
			}
			_, o.Stream = of.Responses["200"].Content["text/event-stream"]
			if example := of.RequestBody.Content["application/json"].Example; example != nil {
				var b bytes.Buffer
				if err := json.Indent(&b, example, "", "  "); err != nil {
					return nil, err
				}
				o.Body = b.String()
			}
			all = append(all, o)
		}
	}
	return all, nil
}

func newParameter(p *documentedParameter) Parameter {
	to := Parameter{Name: p.Name, Help: p.Description, Required: p.Required}
	if p.Example != nil {
		to.Example = fmt.Sprint(p.Example)
	}
	return to
}
