{{- define "milepost.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Room is left for the name of the surface. */}}
{{- define "milepost.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "milepost.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "milepost.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "milepost.serviceAccount" -}}
{{- default (include "milepost.fullname" .) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "milepost.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{/* What finds the pods of a surface; takes a dict of root and surface. Never changes, since a Deployment's selector cannot. */}}
{{- define "milepost.selectorLabels" -}}
app.kubernetes.io/name: {{ include "milepost.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .surface }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "milepost.labels" -}}
{{ include "milepost.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/*
Surfaces that are enabled, as JSON: name, port, probes, and the values that hold for it. The probes are those of docs/operations.md;
the drop-ins have no route that says whether they are ready: they listen when they are.
*/}}
{{- define "milepost.surfaces" -}}
{{- $facts := dict
  "native" (dict "port" 3000 "command" (list "serve") "live" "/health" "ready" "/health/ready" "data" true)
  "search" (dict "port" 8080 "command" (list "search" "serve") "live" "/status" "ready" "/status" "data" true)
  "typeahead" (dict "port" 2322 "command" (list "typeahead" "serve") "live" "/openapi.json" "ready" "/openapi.json" "data" true)
  "pelias" (dict "port" 4000 "command" (list "pelias" "serve") "live" "/openapi.json" "ready" "/openapi.json" "data" true)
  "parser" (dict "port" 8081 "command" (list "parser" "serve") "live" "/openapi.json" "ready" "/openapi.json" "data" false)
-}}
{{- $enabled := list -}}
{{- range $name, $own := .Values.surfaces -}}
{{- if $own.enabled -}}
{{- $values := mergeOverwrite (deepCopy $.Values.defaults) $own -}}
{{- $enabled = append $enabled (dict "name" $name "facts" (get $facts $name) "values" $values) -}}
{{- end -}}
{{- end -}}
{{- dict "list" $enabled | toJson -}}
{{- end -}}

{{- define "milepost.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Whether a mount takes the place of the starter data. */}}
{{- define "milepost.mounted" -}}
{{- if ne .Values.data.source "starter" }}true{{ end -}}
{{- end -}}

{{- define "milepost.dataMount" -}}
- name: data
  mountPath: /data
  readOnly: true
  {{- if and (eq .Values.data.source "claim") .Values.data.claim.subPath }}
  subPath: {{ .Values.data.claim.subPath }}
  {{- end }}
{{- end -}}
