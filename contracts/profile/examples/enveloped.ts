// biome-ignore-all format: made from enveloped.yaml by `npx vitest run --config test/vitest.config.ts test/contracts/profile/examples.test.ts --update`
/** The profile of `enveloped.yaml` as data, for programs that read no files. */
import type { Profile } from '../profile.ts';

export const envelopedProfile: Profile = {
  "roadtest": 1,
  "name": "enveloped",
  "description": "Replies in an envelope, numeric ids, nested fields, maps, JSON Patch, knots, and refusals with status 200.",
  "basePath": "/fleet/v2",
  "openings": {
    "token.lifetime": "PT8H",
    "token.status": {
      "issued": 200,
      "refused": 200
    },
    "token.malformed": {
      "notJson": 200,
      "contentType": "ignored"
    },
    "auth.refusal": {
      "status": 200,
      "headers": {},
      "body": "error"
    },
    "errors.body": {
      "form": "json",
      "contentType": "application/json",
      "fields": {
        "success": "/success",
        "detail": "/message",
        "code": "/errorCode",
        "field": "/field"
      }
    },
    "errors.status": {
      "malformed": 200,
      "invalid": 200,
      "content-type": 200,
      "unknown-id": 200,
      "deleted-id": 200,
      "conflict": 200,
      "forbidden": 200
    },
    "operations.status": {
      "createGroup": 200,
      "createUser": 200,
      "deleteGroup": 200,
      "deleteUser": 200,
      "postLocations": 202
    },
    "operations.query": {
      "page": "pageNo",
      "limit": "pageSize",
      "group": "fleet"
    },
    "operations.paging": {
      "by": "page",
      "size": 50,
      "max": 200,
      "firstPage": 1,
      "totalHeader": null
    },
    "operations.envelope": {
      "records": {
        "device": {
          "at": "/data",
          "constants": {
            "/success": true
          }
        },
        "location": {
          "at": "/data",
          "constants": {
            "/success": true
          }
        },
        "alert": {
          "at": "/data",
          "constants": {
            "/success": true
          }
        },
        "group": {
          "at": "/data",
          "constants": {
            "/success": true
          }
        },
        "user": {
          "at": "/data",
          "constants": {
            "/success": true
          }
        }
      },
      "lists": {
        "devices": {
          "form": "array",
          "at": "/data/devices",
          "total": "/data/total",
          "constants": {
            "/success": true
          }
        },
        "groups": {
          "form": "array",
          "at": "/data/groups",
          "total": "/data/total",
          "constants": {
            "/success": true
          }
        },
        "users": {
          "form": "array",
          "at": "/data/users",
          "total": "/data/total",
          "constants": {
            "/success": true
          }
        },
        "countries": {
          "form": "map",
          "at": "/data",
          "key": "code",
          "value": "name",
          "constants": {
            "/success": true
          }
        },
        "timeZones": {
          "form": "map",
          "at": "/data",
          "key": "id",
          "value": "name",
          "constants": {
            "/success": true
          }
        },
        "locations": {
          "form": "array",
          "at": "/data",
          "constants": {
            "/success": true
          }
        },
        "alerts": {
          "form": "array",
          "at": "/data",
          "constants": {
            "/success": true
          }
        }
      },
      "bodies": {
        "group": {
          "at": "/group"
        },
        "user": {
          "at": "/user"
        }
      },
      "answers": {
        "createGroup": "id",
        "createUser": "id",
        "replaceGroup": "nothing",
        "replaceUser": "nothing",
        "updateGroup": "record",
        "updateUser": "record",
        "deleteGroup": "nothing",
        "deleteUser": "nothing",
        "postLocations": "nothing",
        "postAlerts": "id"
      },
      "id": {
        "at": "/data/id",
        "constants": {
          "/success": true
        }
      },
      "nothing": {
        "constants": {
          "/success": true
        }
      },
      "locationHeader": false
    },
    "records.device": {
      "fields": {
        "id": "/id",
        "name": "/label",
        "model": "/hardware/model",
        "imei": "/hardware/imei",
        "phone": "/hardware/sim",
        "licencePlate": "/vehicle/plate",
        "groupId": "/fleetId",
        "status": "/state",
        "licence": "/licence/state",
        "expiresAt": "/licence/until",
        "lastSeenAt": "/seen"
      },
      "constants": {
        "/kind": "tracker"
      },
      "values": {
        "status": {
          "online": 1,
          "offline": 0,
          "unknown": -1
        },
        "licence": {
          "used": "active",
          "expired": "lapsed"
        },
        "groupId": {
          "null": 0
        }
      }
    },
    "limits.names": {
      "fields": {
        "expires": "/licence/expires",
        "expirationDate": "/licence/date",
        "dailyEmail": "/limits/mail",
        "dailySms": "/limits/sms",
        "usageEmail": "/limits/mailSent",
        "usageSms": "/limits/smsSent"
      }
    },
    "records.location": {
      "fields": {
        "deviceId": "/tracker",
        "deviceTime": "/time/fix",
        "receivedAt": "/time/server",
        "longitude": "/position/0",
        "latitude": "/position/1",
        "altitude": "/position/2",
        "speed": "/motion/knots",
        "course": "/motion/heading",
        "odometer": "/motion/odometer",
        "accuracy": "/quality/radius",
        "satellites": "/quality/satellites",
        "ignition": "/engine/ignition",
        "fuel": "/engine/fuel",
        "battery": "/battery",
        "attributes": "/extra"
      },
      "constants": {
        "/source": "gps"
      },
      "values": {
        "ignition": {
          "true": "on",
          "false": "off"
        }
      }
    },
    "records.alert": {
      "fields": {
        "id": "/id",
        "deviceId": "/tracker",
        "type": "/event/code",
        "severity": "/event/level",
        "text": "/event/message",
        "raisedAt": "/time",
        "latitude": "/where/lat",
        "longitude": "/where/lng",
        "channels": "/via",
        "notifications": "/sent"
      },
      "values": {
        "severity": {
          "info": 1,
          "warning": 2,
          "critical": 3
        },
        "channels": {
          "email": "MAIL",
          "sms": "TEXT"
        }
      }
    },
    "records.group": {
      "fields": {
        "id": "/id",
        "name": "/title",
        "description": "/notes",
        "deviceIds": "/members",
        "createdAt": "/audit/created",
        "modifiedAt": "/audit/changed"
      }
    },
    "records.user": {
      "fields": {
        "id": "/id",
        "name": "/name/full",
        "email": "/contact/mail",
        "phone": "/contact/mobile",
        "country": "/region/country",
        "timeZone": "/region/zone",
        "groupIds": "/fleets",
        "notify": "/contact/via",
        "disabled": "/locked",
        "password": "/secret",
        "createdAt": "/audit/created",
        "modifiedAt": "/audit/changed"
      },
      "values": {
        "notify": {
          "email": "MAIL",
          "sms": "TEXT"
        }
      }
    },
    "records.country": {
      "fields": {
        "code": "/code",
        "name": "/name"
      }
    },
    "records.timeZone": {
      "fields": {
        "id": "/id",
        "name": "/name"
      }
    },
    "records.id": {
      "form": "number"
    },
    "records.time": {
      "form": "epoch-milliseconds"
    },
    "records.units": {
      "speed": "knots",
      "distance": "km",
      "altitude": "m",
      "course": "degrees"
    },
    "locations.purpose": {
      "does": "record",
      "body": {
        "form": "wrapper",
        "at": "/positions",
        "many": true,
        "required": {
          "/protocol": "tracker/2"
        }
      },
      "query": {
        "from": "/from",
        "to": "/to"
      }
    },
    "alerts.purpose": {
      "does": "record",
      "body": {
        "form": "bare",
        "at": "",
        "many": false,
        "required": {}
      },
      "query": {
        "from": "/from",
        "to": "/to"
      }
    },
    "patch.format": {
      "form": "json-patch",
      "contentType": "application/json-patch+json"
    },
    "day.ends": "04:00",
    "day.time-zone": "Europe/Berlin",
    "expiry.instant": {
      "at": "end",
      "timeZone": "Europe/Berlin"
    },
    "limits.range": {
      "min": 0,
      "max": 10000,
      "whole": true
    }
  },
  "samples": {
    "group": {
      "name": "roadtest {nonce}",
      "description": "may be deleted"
    },
    "user": {
      "name": "roadtest {nonce}",
      "email": "roadtest-{nonce}@example.test",
      "country": "DE",
      "timeZone": "Europe/Berlin"
    }
  },
  "controls": {
    "setApiEnabled": {
      "by": "person",
      "instruction": "In the console under Account, set API access to {enabled}."
    },
    "setLimits": {
      "by": "none"
    }
  }
};
