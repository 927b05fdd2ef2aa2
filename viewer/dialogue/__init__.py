"""DOMAIN: taxonomy, tracks, conversations, decisions, gold sets, protocol settings."""
