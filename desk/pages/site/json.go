package site

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"

	"gammonlab/desk/pages/problem"
	"gammonlab/internal/setting"
	"gammonlab/internal/strictjson"
)

// ReadSettings is ReadJSON for settings: it refuses those that are given but empty.
func ReadSettings(r *http.Request, v any) error {
	var body json.RawMessage
	if err := ReadJSON(r, &body); err != nil {
		return err
	}
	err := setting.CheckJSON(body)
	if err == nil {
		err = strictjson.Unmarshal(body, v)
	}
	if err != nil {
		return problem.Bad(fmt.Errorf("body: %w", err))
	}
	return nil
}

// ReadJSON reads the body of a request into v. Unknown fields are errors.
func ReadJSON(r *http.Request, v any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return problem.New(http.StatusUnsupportedMediaType, "the content is of type %q, want application/json", r.Header.Get("Content-Type"))
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if err := strictjson.Unmarshal(text, v); err != nil {
		return problem.Bad(fmt.Errorf("body: %w", err))
	}
	return nil
}

// WriteJSON writes a value in JSON.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(append(text, '\n')) // an error means that the client is gone
	return nil
}
